//! Go types of values, for messages.

use super::{Value, data, equality::has_no_schema};
use crate::cel::EvaluationError;

impl Value<'_> {
    /// Returns an error if the value cannot be a key in any list or map.
    pub(in crate::cel) fn check_qualifier(&self) -> Result<(), EvaluationError> {
        match self {
            Self::String(_) | Self::Bool(_) | Self::Int(_) | Self::Uint(_) | Self::Double(_) => Ok(()),
            other => Err(EvaluationError::message(format!("invalid qualifier type: {}", other.go_type_name()))),
        }
    }

    /// Returns the name of the Go type of the value's underlying value in an API server (`ref.Val.Value`).
    pub(in crate::cel) fn go_value_type(&self) -> &'static str {
        match self {
            Self::Null => "structpb.NullValue",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int64",
            Self::Uint(_) => "uint64",
            Self::Double(_) => "float64",
            Self::String(_) | Self::Type(_) => "string",
            Self::Bytes(_) => "[]uint8",
            Self::Duration(_) => "time.Duration",
            Self::Timestamp(_) => "time.Time",
            Self::List(list) if list.is_of_data() || list.is_joined() => "[]interface {}",
            Self::List(_) => "[]ref.Val",
            Self::Map(map) if map.data().is_some() => "map[string]interface {}",
            Self::Map(_) => "map[ref.Val]ref.Val",
            Self::Optional(None) => "<nil>",
            Self::Optional(Some(content)) => content.go_value_type(),
            Self::Quantity(_) => "*resource.Quantity",
            Self::Ip(_) => "netip.Addr",
            Self::Cidr(_) => "netip.Prefix",
            Self::Url(_) => "*url.URL",
            Self::Semver(_) => "semver.Version",
            Self::Format(_) => "cel.Format",
            Self::Preserved(data) => data::go_type(data.data()),
            Self::Error(_) => "*errors.errorString",
        }
    }

    /// Returns the name of the Go type of the value in an API server. A few messages contain it.
    pub(in crate::cel) fn go_type_name(&self) -> &'static str {
        match self {
            Self::Null => "types.Null",
            Self::Bool(_) => "types.Bool",
            Self::Int(_) => "types.Int",
            Self::Uint(_) => "types.Uint",
            Self::Double(_) => "types.Double",
            Self::String(_) => "types.String",
            Self::Bytes(_) => "types.Bytes",
            Self::Duration(_) => "types.Duration",
            Self::Timestamp(_) => "types.Timestamp",
            Self::List(list) => list.go_type_name(),
            // Without its schema, a map has another Go type.
            Self::Map(map) if map.data().is_some_and(|data| !has_no_schema(data)) => "*common.unstructuredMap",
            Self::Map(_) => "*types.baseMap",
            Self::Type(_) => "*types.Type",
            Self::Optional(_) => "*types.Optional",
            Self::Quantity(quantity) if quantity.is_computed() => "*cel.Quantity",
            Self::Quantity(_) => "cel.Quantity",
            Self::Ip(_) => "cel.IP",
            Self::Cidr(_) => "cel.CIDR",
            Self::Url(_) => "cel.URL",
            Self::Semver(_) => "cel.Semver",
            Self::Format(_) => "cel.Format",
            Self::Preserved(_) => "*common.unknownPreserved",
            Self::Error(_) => "*types.Err",
        }
    }
}

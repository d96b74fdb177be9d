//! Finds formats that an API server does not support.

use idlgen_runtime::{
    Options,
    format::{self, Family},
};

use super::{Schema, SchemaType};

impl Schema {
    /// Returns the format of this node if an API server does not support it. A server ignores such a format and warns
    /// the author of the CRD (`k8s.io/apiextensions-apiserver/pkg/apiserver/validation.GetUnrecognizedFormats`).
    ///
    /// `minor` is the minor version of Kubernetes 1.x whose check is emulated: up to 1.35, it only inspects schemas of
    /// type `string`. `formats_of` is the minor version whose formats are supported, usually the version before the
    /// server's own.
    pub fn unrecognized_format(&self, minor: u16, formats_of: u16) -> Option<&str> {
        let name = self.format().filter(|name| !name.is_empty())?;
        let is_text = match self.schema_type {
            Some(schema_type) => schema_type == SchemaType::String,
            None => minor >= 36,
        };
        if !is_text && minor < 36 {
            return None;
        }
        let is_known = match self.schema_type {
            Some(SchemaType::Integer) => matches!(name, "int32" | "int64"),
            Some(SchemaType::Number) => matches!(name, "float" | "double"),
            _ if is_text => {
                let mut options = Options::default();
                // Servers enforce the formats of the previous version, so the next version is passed.
                options.kubernetes_minor = formats_of.saturating_add(1);
                format::find(name).is_some_and(|format| format.family != Family::Kep4153 && format.applies(options))
            }
            _ => false,
        };
        (!is_known).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Schema, SchemaType};
    use crate::keyword::Keyword;

    #[test]
    fn depends_on_type_and_version() {
        let schema = |schema_type, format: &str| Schema { schema_type, ..Schema::of_keyword(Keyword::Format, format) };
        let cases = [
            (Some(SchemaType::String), "ipv4", 35, None),
            (Some(SchemaType::String), "quantity", 35, Some("quantity")),
            (Some(SchemaType::Integer), "ipv4", 35, None),
            (Some(SchemaType::Integer), "ipv4", 36, Some("ipv4")),
            (Some(SchemaType::Integer), "int32", 36, None),
            (Some(SchemaType::Integer), "int64", 36, None),
            (Some(SchemaType::Integer), "double", 36, Some("double")),
            (Some(SchemaType::Number), "int32", 36, Some("int32")),
            (Some(SchemaType::Number), "float", 36, None),
            (Some(SchemaType::Number), "double", 36, None),
            (Some(SchemaType::Number), "int32", 35, None),
            (Some(SchemaType::Array), "ipv4", 35, None),
            (Some(SchemaType::Array), "ipv4", 36, Some("ipv4")),
            (Some(SchemaType::String), "", 36, None),
            (None, "ipv4", 36, None),
            (Some(SchemaType::Object), "ipv4", 36, Some("ipv4")),
            (None, "quantity", 35, None),
            (None, "quantity", 36, Some("quantity")),
        ];
        for (schema_type, format, minor, expected) in cases {
            assert_eq!(schema(schema_type, format).unrecognized_format(minor, minor), expected, "{format} {minor}");
        }
    }
}

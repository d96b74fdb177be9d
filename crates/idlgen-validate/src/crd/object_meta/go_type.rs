//! The Go types of `metadata`, as far as they affect decoding and encoding.

pub(super) enum GoType {
    /// A string type, with its Go name.
    String(&'static str),
    Int64,
    Bool,
    /// `metav1.Time`.
    Time,
    /// `metav1.FieldsV1`: any JSON value.
    FieldsV1,
    StringMap,
    /// A slice.
    List(&'static GoType),
    Struct(&'static Struct),
}

pub(super) struct Struct {
    /// The name of the struct without its package.
    pub(super) name: &'static str,
    pub(super) fields: &'static [Field],
}

pub(super) struct Field {
    /// The JSON name.
    pub(super) name: &'static str,
    pub(super) of: GoType,
    /// `true` if the field is a pointer. In this case, zero values are encoded.
    pub(super) is_pointer: bool,
    /// `true` if the field is encoded even if it is empty.
    pub(super) is_always_written: bool,
}

impl GoType {
    pub(super) fn name(&self) -> String {
        match self {
            GoType::String(name) => (*name).to_owned(),
            GoType::Int64 => "int64".to_owned(),
            GoType::Bool => "bool".to_owned(),
            GoType::Time => "v1.Time".to_owned(),
            GoType::FieldsV1 => "v1.FieldsV1".to_owned(),
            GoType::StringMap => "map[string]string".to_owned(),
            GoType::List(element) => format!("[]{}", element.name()),
            GoType::Struct(of) => format!("v1.{}", of.name),
        }
    }
}

const fn field(name: &'static str, of: GoType) -> Field {
    Field { name, of, is_pointer: false, is_always_written: false }
}

const fn pointer(name: &'static str, of: GoType) -> Field {
    Field { name, of, is_pointer: true, is_always_written: false }
}

const fn always(name: &'static str, of: GoType) -> Field {
    Field { name, of, is_pointer: false, is_always_written: true }
}

pub(super) const STRING: GoType = GoType::String("string");
const UID: GoType = GoType::String("types.UID");

/// `metav1.ObjectMeta`.
pub(super) static OBJECT_META: Struct = Struct {
    name: "ObjectMeta",
    fields: &[
        field("name", STRING),
        field("generateName", STRING),
        field("namespace", STRING),
        field("selfLink", STRING),
        field("uid", UID),
        field("resourceVersion", STRING),
        field("generation", GoType::Int64),
        field("creationTimestamp", GoType::Time),
        pointer("deletionTimestamp", GoType::Time),
        pointer("deletionGracePeriodSeconds", GoType::Int64),
        field("labels", GoType::StringMap),
        field("annotations", GoType::StringMap),
        field("ownerReferences", GoType::List(&GoType::Struct(&OWNER_REFERENCE))),
        field("finalizers", GoType::List(&STRING)),
        field("managedFields", GoType::List(&GoType::Struct(&MANAGED_FIELDS_ENTRY))),
    ],
};

/// `metav1.OwnerReference`.
static OWNER_REFERENCE: Struct = Struct {
    name: "OwnerReference",
    fields: &[
        always("apiVersion", STRING),
        always("kind", STRING),
        always("name", STRING),
        always("uid", UID),
        pointer("controller", GoType::Bool),
        pointer("blockOwnerDeletion", GoType::Bool),
    ],
};

/// `metav1.ManagedFieldsEntry`.
static MANAGED_FIELDS_ENTRY: Struct = Struct {
    name: "ManagedFieldsEntry",
    fields: &[
        field("manager", STRING),
        field("operation", GoType::String("v1.ManagedFieldsOperationType")),
        field("apiVersion", STRING),
        pointer("time", GoType::Time),
        field("fieldsType", STRING),
        pointer("fieldsV1", GoType::FieldsV1),
        field("subresource", STRING),
    ],
};

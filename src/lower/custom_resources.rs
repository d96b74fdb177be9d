//! What the types of Kubernetes say inside of custom resources.
//!
//! Their comments hold tags of several dialects. For native objects the API server's own code keeps what these say; a
//! custom resource that embeds such a type has a definition, and controller-gen, which makes those, carries over only
//! what it reads (`sigs.k8s.io/controller-tools/pkg/crd/markers` v0.22).

use crate::{
    model::{Field, Model, Type, TypeKind, is_served_natively, names_package},
    tags::{Constraint, Dialect, Meaning, Tag},
};

/// The packages of the types that all resources share, whoever serves them.
const SHARED: &str = "k8s.io/apimachinery/...";

/// The model as custom resources have it: without those tags of natively served packages that the definitions of custom
/// resources do not have. `None` if that is the model itself. `native` are patterns of packages besides those of
/// Kubernetes. What other packages say stays, whatever the dialect.
pub(super) fn model(model: &Model, native: &[String]) -> Option<Model> {
    let is_native: Vec<bool> = model
        .packages
        .iter()
        .map(|package| is_served_natively(&package.import_path, native) || names_package(SHARED, &package.import_path))
        .collect();
    if !is_native.contains(&true) {
        return None;
    }
    let mut model = model.clone();
    let mut reader = Reader::default();
    for definition in &mut model.types {
        if !is_native.get(definition.package.0 as usize).copied().unwrap_or_default() {
            continue;
        }
        reader.tags(&mut definition.tags);
        match &mut definition.kind {
            TypeKind::Struct(fields) => reader.fields(fields),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => reader.ty(ty),
        }
    }
    reader.dropped.then_some(model)
}

/// Drops tags.
#[derive(Default)]
struct Reader {
    /// Whether there were any to drop.
    dropped: bool,
}

impl Reader {
    fn tags(&mut self, tags: &mut Vec<Tag>) {
        let before = tags.len();
        tags.retain(is_carried_over);
        self.dropped |= tags.len() < before;
    }

    fn fields(&mut self, fields: &mut [Field]) {
        for field in fields {
            self.tags(&mut field.tags);
            self.ty(&mut field.ty);
        }
    }

    /// Structs without a name have fields of their own.
    fn ty(&mut self, ty: &mut Type) {
        match ty {
            Type::Struct { fields, .. } => self.fields(fields),
            Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) => self.ty(inner),
            Type::Map(key, value) => {
                self.ty(key);
                self.ty(value);
            }
            Type::Instance { arguments, .. } => arguments.iter_mut().for_each(|argument| self.ty(argument)),
            _ => {}
        }
    }
}

/// Whether controller-gen makes something of a tag, or no schema says what it means.
fn is_carried_over(tag: &Tag) -> bool {
    match tag.dialect {
        Dialect::Kubebuilder | Dialect::FeatureGates | Dialect::Foreign => true,
        Dialect::Plain | Dialect::KubeOpenApi => match &tag.meaning {
            Meaning::Constraint(constraint) => tag.dialect == Dialect::Plain && is_nullable(constraint),
            Meaning::Enum | Meaning::Immutable => false,
            meaning => !is_validation(meaning),
        },
        // `+k8s:optional`, `+k8s:required`, `+k8s:listType`, `+k8s:listMapKey`, `+k8s:immutable` and `+k8s:enum`.
        Dialect::Declarative => match &tag.meaning {
            Meaning::Constraint(_) | Meaning::Default(_) => false,
            meaning => !is_validation(meaning),
        },
    }
}

fn is_nullable(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Nullable(_))
}

/// Whether it says what is valid, in words that only one dialect has.
fn is_validation(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Rule(_)
            | Meaning::NameFormat(_)
            | Meaning::MutuallyExclusive(_)
            | Meaning::OneOf(..)
            | Meaning::SchemaType(_)
            | Meaning::Schemaless
            | Meaning::Contextual { .. }
            | Meaning::ErrorMessage { .. }
            | Meaning::Override { .. }
            | Meaning::Nested { .. }
            | Meaning::IntOrString
            | Meaning::EmbeddedResource
            | Meaning::PreserveUnknownFields
    )
}

#[cfg(test)]
mod tests {
    use crate::lower::{
        LowerOptions,
        testing::{PACKAGE, lower_packages, read},
    };
    use crate::source::SourceMap;

    const OWN: &str = "import (\n\tcore \"k8s.io/api/core/v1\"\n\tnamed \"example.com/native/v1\"\n)\n\n\
        // +enum\ntype Own string\n\nconst OwnA Own = \"A\"\n\n\
        type T struct {\n\tOwn Own `json:\"own\"`\n\tIn core.In `json:\"in\"`\n\tMode core.Mode `json:\"mode\"`\n\
        \tNamed named.Named `json:\"named\"`\n\t// +maximum=3\n\tCount int32 `json:\"count\"`\n}\n";

    const CORE: &str = "// +enum\ntype Mode string\n\nconst ModeB Mode = \"B\"\n\n\
        // +k8s:enum\ntype Kept string\n\nconst KeptC Kept = \"C\"\n\n\
        type In struct {\n\
        \tMode Mode `json:\"mode\"`\n\
        \tKept Kept `json:\"kept\"`\n\
        \t// +k8s:required\n\t// +k8s:maximum=5\n\tCount int32 `json:\"count,omitempty\"`\n\
        \t// +kubebuilder:validation:Maximum=7\n\tRead int32 `json:\"read\"`\n\
        \t// +default=\"d\"\n\tDefault string `json:\"default\"`\n\
        \t// +k8s:default=\"d\"\n\tUnread string `json:\"unread\"`\n\
        \t// +optional\n\t// +listType=map\n\t// +listMapKey=a\n\t// +k8s:eachVal=+k8s:minimum=1\n\
        \tItems []Item `json:\"items\"`\n}\n\ntype Item struct {\n\tA string `json:\"a\"`\n}\n";

    const NAMED: &str = "// +enum\ntype Named string\n\nconst NamedD Named = \"D\"\n";

    #[test]
    fn only_what_controller_gen_reads_counts_of_native_packages() {
        let packages =
            [(PACKAGE, true, OWN), ("k8s.io/api/core/v1", false, CORE), ("example.com/native/v1", false, NAMED)];
        let mut lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        assert_eq!(lowering.property_schema("T", "mode").enumeration, ["B"]);
        let native = ["example.com/native/...".to_owned()];
        lowering.lowered = lowering.lowered.for_custom_resources(&model, &native).unwrap();
        assert_eq!(lowering.property_schema("T", "own").enumeration, ["A"]);
        assert!(lowering.property_schema("T", "mode").enumeration.is_empty());
        assert!(lowering.property_schema("T", "named").enumeration.is_empty());
        assert!(lowering.property_schema("T", "count").maximum.is_some());
        let within = lowering.lowered.definitions.get("k8s.io/api/core/v1.In").unwrap();
        assert_eq!(within.required, ["mode", "kept", "count", "read", "default", "unread"]);
        assert!(within.properties["mode"].enumeration.is_empty());
        assert_eq!(within.properties["kept"].enumeration, ["C"]);
        assert_eq!(within.properties["count"].maximum, None);
        assert_eq!(within.properties["read"].maximum.as_ref().map(ToString::to_string).as_deref(), Some("7"));
        let says_default = |name: &str| within.properties[name].default.as_ref().is_some_and(|one| !one.implicit);
        assert!(says_default("default"));
        assert!(!says_default("unread"));
        let items = &within.properties["items"];
        assert_eq!(items.extensions.list_map_keys, ["a"]);
    }

    #[test]
    fn other_models_are_lowered_once() {
        let packages = [(PACKAGE, true, "// +enum\ntype Own string\n\nconst OwnA Own = \"A\"\n")];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        assert!(lowering.lowered.for_custom_resources(&model, &[]).is_none());
    }
}

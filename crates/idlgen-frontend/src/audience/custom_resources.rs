//! Kubernetes types inside of custom resources.
//!
//! Their comments contain tags of several dialects. For built-in kinds, the API server's own code enforces them. A
//! custom resource that embeds such a type has a CRD from controller-gen, which supports only some of the tags
//! (`sigs.k8s.io/controller-tools/pkg/crd/markers` v0.22). KEP-4153 tags apply there, too: upstream's own modules have
//! none, so a module with such tags was replaced or vendored to add them.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::{
    carried_over::{is_carried_over, is_of_kep_4153},
    filter::{fields_mut, keep_tags, keep_tags_of_fields},
};
use crate::{
    model::{
        Builtin, Field, Method, Model, PackageId, Seen, Type, TypeDefinition, TypeKind, is_served_natively,
        names_package,
    },
    tags::{Dialect, Tag, TagKind},
};

/// The packages of types that all resources share, whether built-in or not.
const SHARED: &str = "k8s.io/apimachinery/...";

/// The package and the name of the object metadata type.
const OBJECT_META: (&str, &str) = ("k8s.io/apimachinery/pkg/apis/meta/v1", "ObjectMeta");

/// The metadata fields that objects such as pod templates support (`known_types.go`, `ObjectMetaPackages`), and
/// `generateName`, which name rules inspect.
const TEMPLATE_METADATA: [&str; 6] = ["annotations", "finalizers", "generateName", "labels", "name", "namespace"];

/// Returns the model as CRDs and custom resources see it. In built-in packages, removes tags that do not affect CRDs,
/// and all metadata fields except those that apply inside objects. In packages with controller-gen markers, describes
/// structs by their fields where controller-gen does. Other packages remain unchanged. `native` contains patterns of
/// built-in packages in addition to those of Kubernetes. `for_definitions` is `true` for the CRDs themselves.
pub(super) fn see<'m>(model: &'m Model, native: &[String], for_definitions: bool) -> Seen<'m> {
    let is_native: Vec<bool> = model
        .packages
        .iter()
        .map(|package| is_served_natively(&package.import_path, native) || names_package(SHARED, &package.import_path))
        .collect();
    let has_markers = have_markers(model);
    let says = |said: &[bool], package: PackageId| said.get(package.0 as usize).copied().unwrap_or_default();
    let object_meta = model.find_type(OBJECT_META.0, OBJECT_META.1).map(|definition| definition.id);
    model.seen_by(|definition| {
        let mut seen = Cow::Borrowed(definition);
        keep_tags_of_fields(&mut seen, decides_presence);
        if says(&is_native, definition.package) {
            if Some(definition.id) == object_meta {
                keep_template_metadata(&mut seen);
            }
            keep_tags(&mut seen, &is_carried_over);
        } else if says(&has_markers, definition.package) {
            read_by_declaration(&mut seen);
            select(&mut seen);
            if for_definitions {
                read_list_by_declaration(&mut seen);
                drop_inlined_without_schema(&mut seen);
            }
        }
        seen
    })
}

/// Returns for each package whether it contains controller-gen markers, so that controller-gen generates its CRDs.
fn have_markers(model: &Model) -> Vec<bool> {
    let says = |tags: &[Tag]| tags.iter().any(Tag::is_of_controller_gen);
    let mut found: Vec<bool> = model.packages.iter().map(|package| says(&package.tags)).collect();
    for definition in &model.types {
        if let Some(found @ false) = found.get_mut(definition.package.0 as usize) {
            *found = says(&definition.tags) || definition.fields().iter().any(|field| says(&field.tags));
        }
    }
    found
}

/// Ignores the `MarshalJSON` method of a type, unless a marker sets the type. As in controller-gen (`schema.go`,
/// `infoToSchema`), the CRD then describes objects by the Go declaration.
fn read_by_declaration(definition: &mut Cow<'_, TypeDefinition>) {
    let is_read = definition.has_method("MarshalJSON")
        && !definition.defines_schema()
        && !definition.tags.iter().any(|tag| matches!(tag.meaning, TagKind::SchemaType(_)));
    if is_read {
        let definition = definition.to_mut();
        definition.methods.retain(|method| !["MarshalJSON", "MarshalText"].contains(&method.name.as_str()));
        read_as_inlined_map(definition);
    }
}

/// Ignores methods that return the type `array` without items, because the schema would not be structural. The schema
/// is then that of the declaration, as in controller-gen, which calls no methods.
fn read_list_by_declaration(definition: &mut Cow<'_, TypeDefinition>) {
    const READ: [&str; 4] = ["MarshalJSON", "MarshalText", "OpenAPISchemaType", "OpenAPISchemaFormat"];
    let says_list = |method: &Method| {
        let types = method.returns.as_ref().and_then(Json::as_array);
        method.name == "OpenAPISchemaType" && types.is_some_and(|types| types.as_slice() == [Json::from("array")])
    };
    let says_more = ["OpenAPIDefinition", "OpenAPIV3Definition", "OpenAPIV3OneOfTypes"];
    if definition.methods.iter().any(says_list) && !says_more.iter().any(|name| definition.has_method(name)) {
        definition.to_mut().methods.retain(|method| !READ.contains(&method.name.as_str()));
    }
}

/// Inlines the map of a struct whose only field is a map with `json:",inline"`. controller-gen does this, although
/// encoding/json does not support the option.
fn read_as_inlined_map(definition: &mut TypeDefinition) {
    let TypeKind::Struct(fields) = &mut definition.kind else { return };
    let [Field { ty: map @ Type::Map(..), struct_tag, tags, .. }] = fields.as_mut_slice() else { return };
    if is_inline_by_option(struct_tag) {
        definition.tags.append(tags);
        definition.kind = TypeKind::Named(map.clone());
    }
}

/// Returns `true` if the `json` tag has the option `inline` and no name.
fn is_inline_by_option(struct_tag: &[(String, String)]) -> bool {
    let mut options = struct_tag.iter().filter(|(key, _)| key == "json").flat_map(|(_, value)| value.split(','));
    options.next() == Some("") && options.any(|option| option == "inline")
}

/// Returns `true` unless another tag determines whether the field is required. controller-gen's own tags take
/// precedence, then `optional`, then `required` (`schema.go`, `structToSchema`). Tags about other properties always
/// apply.
fn decides_presence(all: &[Tag], tag: &Tag) -> bool {
    let says = |tag: &&Tag| matches!(tag.meaning, TagKind::Optional | TagKind::Required);
    let rank = |tag: &Tag| match (tag.dialect, &tag.meaning) {
        (Dialect::Kubebuilder, TagKind::Optional) => 0,
        (Dialect::Kubebuilder, _) => 1,
        (_, TagKind::Optional) => 2,
        _ => 3,
    };
    !says(&tag) || all.iter().filter(says).map(rank).min() == Some(rank(tag))
}

/// Removes tags that hide types from OpenAPI (`+k8s:openapi-gen=false`), because such types still occur in objects.
fn select(definition: &mut Cow<'_, TypeDefinition>) {
    let counts = |tag: &Tag| tag.meaning != TagKind::Published(false);
    if !definition.tags.iter().all(counts) {
        definition.to_mut().tags.retain(counts);
    }
    keep_tags_of_fields(definition, |_, tag| counts(tag));
}

/// Removes the properties of inlined structs without a schema (`+kubebuilder:validation:Schemaless`). This includes
/// fields that have the `inline` option but are not embedded. encoding/json encodes them as properties, so the markers
/// of the enclosing struct must allow unknown fields.
fn drop_inlined_without_schema(definition: &mut Cow<'_, TypeDefinition>) {
    let is_without_schema = |field: &Field| {
        (field.is_inline || is_inline_by_option(&field.struct_tag))
            && field.tags.iter().any(|tag| tag.meaning == TagKind::Schemaless)
    };
    if definition.fields().iter().any(is_without_schema) {
        for field in fields_mut(definition).iter_mut().filter(|field| is_without_schema(field)) {
            field.is_inline = true;
            field.ty = Type::Builtin(Builtin::String);
        }
    }
}

/// Keeps only the fields in [`TEMPLATE_METADATA`]. Of their tags, keeps those about presence and those of KEP-4153; of
/// their struct tags, only `json`.
fn keep_template_metadata(definition: &mut Cow<'_, TypeDefinition>) {
    let is_kept = |field: &Field| field.json_name().is_some_and(|name| TEMPLATE_METADATA.contains(&name));
    if !definition.fields().iter().all(is_kept)
        && let TypeKind::Struct(fields) = &mut definition.to_mut().kind
    {
        fields.retain(is_kept);
    }
    let is_of_presence = |tag: &Tag| matches!(tag.meaning, TagKind::Optional | TagKind::Required);
    keep_tags_of_fields(definition, |_, tag| is_of_presence(tag) || is_of_kep_4153(tag));
    for field in fields_mut(definition) {
        field.struct_tag.retain(|(key, _)| key == "json");
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::{
        LowerOptions, lower, lower_for_definitions,
        testing::{PACKAGE, json, lower_packages, read},
    };
    use crate::source::SourceMap;
    use crate::tags::{self, TagOptions};
    use idlgen_schema::{
        keyword::Keyword,
        schema::{Number, SchemaType},
    };

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
        \t// +default=ref(KeptC)\n\tReferred string `json:\"referred\"`\n\
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
        assert_eq!(lowering.property_schema("T", "mode").enumeration(), ["B"]);
        assert!(lowering.lowered.for_requested(&model).is_some());
        let native = ["example.com/native/...".to_owned()];
        lowering.lowered = lowering.lowered.for_custom_resources(&model, &native).unwrap();
        assert_eq!(lowering.property_schema("T", "own").enumeration(), ["A"]);
        assert!(lowering.property_schema("T", "mode").enumeration().is_empty());
        assert!(lowering.property_schema("T", "named").enumeration().is_empty());
        assert!(lowering.property_schema("T", "count").keywords.bound(Keyword::Maximum).is_some());
        let within = lowering.lowered.definitions.get("k8s.io/api/core/v1.In").unwrap();
        assert_eq!(within.required, ["mode", "kept", "count", "read", "default", "referred", "unread"]);
        assert!(within.properties["mode"].enumeration().is_empty());
        assert_eq!(within.properties["kept"].enumeration(), ["C"]);
        assert_eq!(within.properties["count"].keywords.bound(Keyword::Maximum), None);
        assert_eq!(within.properties["read"].keywords.bound(Keyword::Maximum), Some(Number::Int(7).into()));
        let says_default = |name: &str| within.properties[name].default.as_ref().is_some_and(|one| !one.implicit);
        assert!(says_default("default"));
        assert!(!says_default("unread"));
        assert!(!says_default("referred"));
        let items = &within.properties["items"];
        assert_eq!(items.extensions.list_map_keys, ["a"]);
    }

    #[test]
    fn tags_of_kep_4153_count_of_native_packages() {
        const CORE: &str = "type In struct {\n\
            \t// +minimum=1\n\t// +maximum=5\n\tCount int32 `json:\"count\"`\n\
            \t// +pattern=`^a`\n\t// +maxLength=4\n\t// +immutable\n\tName string `json:\"name\"`\n\
            \t// +enum=A;B\n\tMode string `json:\"mode\"`\n\
            \t// +k8s:validation:maximum=6\n\tUnread int32 `json:\"unread\"`\n\
            \t// +validationRule=\"self.low <= self.high\"\n\tRange Range `json:\"range\"`\n}\n\n\
            type Range struct {\n\tLow int32 `json:\"low\"`\n\tHigh int32 `json:\"high\"`\n}\n";
        const OWN: &str = "import core \"k8s.io/api/core/v1\"\n\n\
            // +kubebuilder:object:root=true\ntype T struct {\n\tIn core.In `json:\"in\"`\n}\n";
        let packages = [(PACKAGE, true, OWN), ("k8s.io/api/core/v1", false, CORE)];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        let lowered = lowering.lowered.for_custom_resources(&model, &[]).unwrap();
        let within = lowered.definitions.get("k8s.io/api/core/v1.In").unwrap();
        assert_eq!(within.properties["count"].keywords.bound(Keyword::Minimum), Some(Number::Int(1).into()));
        assert_eq!(within.properties["count"].keywords.bound(Keyword::Maximum), Some(Number::Int(5).into()));
        assert_eq!(within.properties["name"].pattern(), Some("^a"));
        assert_eq!(within.properties["name"].keywords.count(Keyword::MaxLength), Some(4));
        assert_eq!(within.properties["name"].extensions.validations.len(), 1);
        assert_eq!(within.properties["mode"].enumeration(), ["A", "B"]);
        assert_eq!(within.properties["range"].extensions.validations.len(), 1);
        assert_eq!(within.properties["unread"].keywords.bound(Keyword::Maximum), None);
    }

    #[test]
    fn a_native_package_that_is_asked_for_says_all_it_says() {
        let packages =
            [("k8s.io/api/core/v1", true, "type In struct {\n\t// +k8s:maximum=5\n\tA int32 `json:\"a\"`\n}\n")];
        let lowered = lower_packages(&packages, &LowerOptions::default()).lowered;
        let model = read(&packages, &mut SourceMap::default());
        assert!(lowered.for_custom_resources(&model, &[]).is_some());
        assert!(lowered.for_requested(&model).is_none());
    }

    #[test]
    fn metadata_within_objects_says_what_controller_gen_lets_it_say() {
        let own = "import meta \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
            type T struct {\n\tTemplate meta.ObjectMeta `json:\"template\"`\n}\n";
        let meta = "type ObjectMeta struct {\n\
            \t// +k8s:maxLength=9\n\t// +maxLength=5\n\t// +kubebuilder:validation:MinLength=2\n\
            \tName string `json:\"name,omitempty\"`\n\
            \t// +optional\n\t// +listType=set\n\tFinalizers []string `json:\"finalizers,omitempty\"`\n\
            \tUID string `json:\"uid,omitempty\"`\n}\n";
        let packages = [(PACKAGE, true, own), ("k8s.io/apimachinery/pkg/apis/meta/v1", false, meta)];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        let lowered = lowering.lowered.for_custom_resources(&model, &[]).unwrap();
        let schema = lowered.definitions.get("k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta").unwrap();
        assert_eq!(schema.properties.keys().collect::<Vec<_>>(), ["name", "finalizers"]);
        assert_eq!(json(&schema.properties["name"]), r#"{"type":"string","maxLength":5}"#);
        assert_eq!(schema.properties["finalizers"].extensions.list_type, None);
    }

    #[test]
    fn metadata_within_definitions_contradicts_nothing() {
        let own = "import meta \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
            type T struct {\n\tTemplate meta.ObjectMeta `json:\"template\"`\n}\n";
        let meta = "type ObjectMeta struct {\n\t// +patchStrategy=merge\n\
            \tFinalizers []string `json:\"finalizers,omitempty\" patchStrategy:\"merge\"`\n}\n";
        let packages = [(PACKAGE, true, own), ("k8s.io/apimachinery/pkg/apis/meta/v1", false, meta)];
        let model = read(&packages, &mut SourceMap::default());
        let lowered = lower_for_definitions(&model, &LowerOptions::default(), &[]);
        assert_eq!(lowered.diagnostics, []);
        let schema = lowered.definitions.get("k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta").unwrap();
        assert_eq!(schema.properties.keys().collect::<Vec<_>>(), ["finalizers"]);
    }

    #[test]
    fn fields_that_only_definitions_read_are_not_reported() {
        const STRUCT: &str = "// +kubebuilder:object:root=true\ntype Own struct {\n\
            \tA chan int `json:\"a\"`\n\tB string `json:\"b\"`\n}\n\n";
        const METHOD: &str = "func (o Own) MarshalJSON() ([]byte, error) { return nil, nil }\n";
        for (text, count) in [(STRUCT.to_owned(), 1), (format!("{STRUCT}{METHOD}"), 0)] {
            let model = read(&[(PACKAGE, true, &text)], &mut SourceMap::default());
            let options = LowerOptions::default();
            assert_eq!(lower(&model, &options).diagnostics.len(), count);
            let lowered = lower_for_definitions(&model, &options, &[]);
            assert_eq!(lowered.diagnostics.len(), count);
            assert_eq!(lowered.definitions.get("example.com/api/v1.Own").unwrap().properties.len(), 2);
        }
    }

    #[test]
    fn structs_with_their_own_json_are_read_by_their_fields_where_controller_gen_makes_the_definitions() {
        const STRUCT: &str = "type Own struct {\n\tA string `json:\"a\"`\n}\n\n\
            func (o Own) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
            type T struct {\n\tOwn Own `json:\"own\"`\n}\n";
        let properties = |text: &str| {
            let packages = [(PACKAGE, true, text)];
            let lowering = lower_packages(&packages, &LowerOptions::default());
            let model = read(&packages, &mut SourceMap::default());
            let other = lowering.lowered.for_custom_resources(&model, &[]);
            let definitions = &other.as_ref().unwrap_or(&lowering.lowered).definitions;
            definitions.get("example.com/api/v1.Own").map(|schema| schema.properties.len())
        };
        assert_eq!(properties(&format!("// +kubebuilder:object:root=true\n{STRUCT}")), Some(1));
        assert_eq!(properties(STRUCT), Some(0));
        // A marker sets the encoded type.
        let said = STRUCT.replacen("type Own", "// +kubebuilder:validation:Type=string\ntype Own", 1);
        assert_eq!(properties(&said), Some(0));
    }

    #[test]
    fn a_struct_whose_methods_say_list_and_no_items_is_defined_by_its_fields() {
        const TEXT: &str = "// +kubebuilder:object:root=true\ntype Steps struct {\n\
            \tSteps []string `json:\"steps\"`\n}\n\n\
            func (s Steps) MarshalJSON() ([]byte, error) { return nil, nil }\n\
            func (s Steps) OpenAPISchemaType() []string { return []string{\"array\"} }\n\
            func (s Steps) OpenAPISchemaFormat() string { return \"\" }\n\n\
            type T struct {\n\tSteps []Steps `json:\"steps\"`\n}\n";
        let shown = |text: &str, is_definition: bool| {
            let packages = [(PACKAGE, true, text)];
            let lowering = lower_packages(&packages, &LowerOptions::default());
            let model = read(&packages, &mut SourceMap::default());
            let types = model.types.iter().map(|one| one.id).collect();
            let lowered = if is_definition {
                Some(lowering.lowered.for_definitions(&model, &[], &types).into_owned())
            } else {
                lowering.lowered.for_custom_resources(&model, &[])
            };
            let definitions = &lowered.as_ref().unwrap_or(&lowering.lowered).definitions;
            let schema = definitions.get("example.com/api/v1.Steps").unwrap();
            (schema.schema_type, schema.properties.len())
        };
        assert_eq!(shown(TEXT, true), (Some(SchemaType::Object), 1));
        // Objects contain the output of the methods.
        assert_eq!(shown(TEXT, false), (Some(SchemaType::Array), 0));
        assert_eq!(shown(&TEXT.replace("array", "string"), true), (Some(SchemaType::String), 0));
    }

    #[test]
    fn a_struct_that_writes_its_inlined_map_is_that_map() {
        const STRUCT: &str = "// +kubebuilder:object:root=true\ntype Pairs struct {\n\
            \t// +kubebuilder:validation:MinProperties=1\n\tAll map[string]int32 `json:\",inline\"`\n}\n\n\
            func (p Pairs) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
            type T struct {\n\tPairs Pairs `json:\"pairs\"`\n}\n";
        let schema = |text: &str| {
            let packages = [(PACKAGE, true, text)];
            let lowering = lower_packages(&packages, &LowerOptions::default());
            let model = read(&packages, &mut SourceMap::default());
            let lowered = lowering.lowered.for_custom_resources(&model, &[]).unwrap();
            json(&lowered.definitions.get("example.com/api/v1.T").unwrap().properties["pairs"])
        };
        assert_eq!(
            schema(STRUCT),
            concat!(
                r#"{"type":"object","minProperties":1,"#,
                r#""additionalProperties":{"type":"integer","format":"int32","default":0}}"#
            )
        );
        assert!(schema(&STRUCT.replace(",inline", "all,inline")).contains("$ref"));
    }

    #[test]
    fn markers_of_controller_gen_say_what_is_required() {
        let text = "type T struct {\n\t// +optional\n\t// +kubebuilder:validation:Required\n\tA string `json:\"a\"`\n\
            \t// +required\n\t// +k8s:optional\n\tB string `json:\"b\"`\n\
            \t// +kubebuilder:validation:Optional\n\t// +required\n\tC string `json:\"c\"`\n}\n";
        let packages = [(PACKAGE, true, text)];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        let lowered = lowering.lowered.for_custom_resources(&model, &[]).unwrap();
        assert_eq!(lowered.definitions.get("example.com/api/v1.T").unwrap().required, ["a"]);
    }

    #[test]
    fn what_documents_do_not_show_is_in_objects() {
        let text = "// +kubebuilder:object:root=true\n// +k8s:openapi-gen=false\ntype T struct {\n\
            \t// +k8s:openapi-gen=false\n\tA string `json:\"a\"`\n}\n\ntype Other struct {}\n";
        let packages = [(PACKAGE, true, text)];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        assert!(lowering.lowered.definitions.get("example.com/api/v1.T").is_none());
        let lowered = lowering.lowered.for_custom_resources(&read(&packages, &mut SourceMap::default()), &[]).unwrap();
        assert_eq!(lowered.definitions.get("example.com/api/v1.T").unwrap().required, ["a"]);
    }

    #[test]
    fn other_models_are_lowered_once() {
        let packages = [(PACKAGE, true, "// +enum\ntype Own string\n\nconst OwnA Own = \"A\"\n")];
        let lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        assert!(lowering.lowered.for_custom_resources(&model, &[]).is_none());
    }

    #[test]
    fn one_tag_decides_on_presence() {
        for (comment, expected) in [
            ("+required\n+optional", &["optional"][..]),
            ("+required\n+kubebuilder:validation:Required\n+optional", &["kubebuilder:validation:Required"]),
            (
                "+kubebuilder:validation:Required\n+kubebuilder:validation:Optional\n+optional",
                &["kubebuilder:validation:Optional"],
            ),
            ("+optional\n+optional\n+maxLength=1", &["optional", "optional", "maxLength"]),
        ] {
            let comment = format!("// {}\n", comment.replace('\n', "\n// "));
            let (_, parsed) = tags::testing::read(&comment, &TagOptions::default());
            let kept = parsed.tags.iter().filter(|tag| super::decides_presence(&parsed.tags, tag));
            assert_eq!(kept.map(|tag| tag.name.as_str()).collect::<Vec<_>>(), expected, "{comment}");
        }
    }
}

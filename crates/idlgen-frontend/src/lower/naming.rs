//! Definition names (`k8s.io/kube-openapi/pkg/generators/model_names.go`).

use serde_json::Value as Json;

use crate::{
    model::{Seen, TypeDefinition, TypeId},
    tags::{Tag, TagKind},
    tool::Tool,
};

/// Returns the definition name of a type: the result of its method `OpenAPIModelName`, or its own or its package's
/// `+k8s:openapi-model-package` followed by the Go name, or the import path followed by the Go name.
pub(super) fn definition_name(model: &Seen<'_>, tool: &Tool, id: TypeId) -> String {
    if !tool.model_names {
        return model.go_name(id);
    }
    let definition = model.type_definition(id);
    if let Some(name) = from_method(definition) {
        return name.to_owned();
    }
    let package = model.package(definition.package);
    if tool.reads_comments_of(package.requested) {
        let prefix = model_package(&definition.tags).or_else(|| model_package(&package.tags));
        if let Some(prefix) = prefix {
            return format!("{prefix}.{}", definition.name);
        }
    }
    model.go_name(id)
}

/// Returns the name with which openapi-gen references a generic struct. It ends with the parameters, so it does not
/// depend on the arguments.
pub(super) fn generic_name(model: &Seen<'_>, id: TypeId) -> String {
    format!("{}[{}]", model.go_name(id), model.type_definition(id).type_parameters.join(","))
}

fn from_method(definition: &TypeDefinition) -> Option<&str> {
    let method =
        definition.methods.iter().find(|method| method.name == "OpenAPIModelName" && method.parameters == 0)?;
    match &method.returns {
        Some(Json::String(name)) => Some(name),
        _ => None,
    }
}

/// Returns the first non-empty `+k8s:openapi-model-package`. An empty one on a type does not disable that of the
/// package.
fn model_package(tags: &[Tag]) -> Option<&str> {
    let first = tags.iter().find_map(|tag| match &tag.meaning {
        TagKind::ModelPackage(prefix) => Some(prefix.as_str()),
        _ => None,
    })?;
    Some(first).filter(|prefix| !prefix.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions,
            testing::{lower_go, lower_packages},
        },
        tool::Tool,
    };

    #[test]
    fn methods_tags_and_go_names() {
        let lowered = lower_go(
            r#"// +k8s:openapi-model-package=com.example.v1
---
type Plain struct {
    A int `json:"a"`
}

// +k8s:openapi-model-package=com.example.other
type Tagged struct{}

// +k8s:openapi-model-package=com.example.other
type Method struct{}
func (Method) OpenAPIModelName() string { return "by.method.M" }
"#,
        );
        let names: Vec<&String> = lowered.lowered.definitions.schemas.keys().collect();
        assert_eq!(names, ["by.method.M", "com.example.other.Tagged", "com.example.v1.Plain"]);
    }

    #[test]
    fn without_anything_the_import_path_counts() {
        let lowered = lower_go("type T struct {\n    A int `json:\"a\"`\n}\n");
        let names: Vec<&String> = lowered.lowered.definitions.schemas.keys().collect();
        assert_eq!(names, ["example.com/api/v1.T"]);
    }

    #[test]
    fn openapi_gen_sees_no_tags_of_dependencies() {
        let packages = [
            (
                "example.com/api/v1",
                true,
                "import \"example.com/dep\"\n// +k8s:openapi-gen=true\ntype T struct {\n    D *dep.D `json:\"d\"`\n}\n",
            ),
            ("example.com/dep", false, "// +k8s:openapi-model-package=com.example.dep\n---\ntype D struct{}\n"),
        ];
        for (tool, expected) in [
            (Tool::idlgen(35), r##"{"$ref":"#/components/schemas/com.example.dep.D"}"##),
            (Tool::openapi_gen(35), r##"{"$ref":"#/components/schemas/example.com~1dep.D"}"##),
        ] {
            let lowered = lower_packages(&packages, &LowerOptions::of(&tool));
            assert_eq!(lowered.property("T", "d"), expected);
        }
    }

    #[test]
    fn two_types_of_one_name_are_diagnosed() {
        let lowered = lower_go(
            r#"
type A struct{}
func (A) OpenAPIModelName() string { return "x.A" }
type B struct{}
func (B) OpenAPIModelName() string { return "x.A" }
"#,
        );
        assert_eq!(lowered.diagnostics(), ["name-collision: two types have the definition name `x.A` @ B"]);
    }
}

//! The types that get a definition because they are requested (`k8s.io/kube-openapi/pkg/generators.apiTypeFilterFunc`).

use crate::{
    model::{Package, Seen, Type, TypeDefinition, TypeId, TypeKind},
    tags::{Tag, TagKind},
    tool::Tool,
};

/// Returns the selected exported structs of requested packages, in the order of packages and declarations. In a package
/// with `+k8s:openapi-gen=true`, these are all structs except those with `false`. In another package, these are the
/// structs with `true` and, unless the tool requires a tag, the structs intended for JSON: a tag on one type does not
/// affect others. Structs whose aliases are registered as kinds follow at the end.
pub(in crate::lower) fn selected(model: &Seen<'_>, tool: &Tool) -> Vec<TypeId> {
    let mut selected = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let choice = Choice::of(model, tool, package);
        for id in &package.types {
            let definition = model.type_definition(*id);
            if (definition.is_exported() || tool.unexported_structs)
                && is_candidate(model, tool, definition)
                && choice.takes(model, definition)
            {
                selected.push(*id);
            }
        }
    }
    if tool.untagged_types {
        // A kind that is registered by an alias also has objects.
        let requested = model.packages.iter().filter(|package| package.requested);
        let targets = requested.flat_map(|package| model.kinds(package)).map(|id| (id, model.type_of_kind(id)));
        for (_, target) in targets.filter(|(id, target)| id != target) {
            if !selected.contains(&target) && is_candidate(model, tool, model.type_definition(target)) {
                selected.push(target);
            }
        }
    }
    selected
}

/// Returns the structs that would be selected if they were exported. openapi-gen generates an unused function for each
/// of them, and reports an error if it cannot.
pub(in crate::lower) fn checked(model: &Seen<'_>, tool: &Tool) -> Vec<TypeId> {
    let mut judged = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let choice = Choice::of(model, tool, package);
        let definitions = package.types.iter().map(|id| model.type_definition(*id));
        let found = definitions.filter(|definition| {
            !definition.is_exported()
                && !tool.unexported_structs
                && is_candidate(model, tool, definition)
                && choice.takes(model, definition)
        });
        judged.extend(found.map(|definition| definition.id));
    }
    judged
}

/// Returns `true` for structs that can be selected. Generic structs are only selected if a tag or the tool requires it.
fn is_candidate(model: &Seen<'_>, tool: &Tool, definition: &TypeDefinition) -> bool {
    !definition.name.starts_with("codecSelfer")
        && (tool.unasked_generic_structs
            || definition.type_parameters.is_empty()
            || has_openapi_gen_tag(&definition.tags, true))
        && !matches!(definition.kind, TypeKind::Alias(_))
        && model.declared_struct(definition.id).is_some()
}

/// How a package selects its types.
enum Choice {
    /// All types except those with `+k8s:openapi-gen=false`.
    AllButRefused,
    /// The types with `+k8s:openapi-gen=true`.
    Asked,
    /// The types with `+k8s:openapi-gen=true` or intended for JSON. If the package has such types, its empty structs as
    /// well.
    MadeForJson {
        /// `true` if the package has such types.
        any: bool,
    },
}

impl Choice {
    fn of(model: &Seen<'_>, tool: &Tool, package: &Package) -> Self {
        if has_openapi_gen_tag(&package.tags, true) {
            return Choice::AllButRefused;
        }
        if !tool.untagged_types || has_openapi_gen_tag(&package.tags, false) {
            return Choice::Asked;
        }
        let mut definitions = package.types.iter().map(|id| model.type_definition(*id));
        Choice::MadeForJson { any: definitions.any(|definition| is_made_for_json(model, definition)) }
    }

    fn takes(&self, model: &Seen<'_>, definition: &TypeDefinition) -> bool {
        let is_refused = has_openapi_gen_tag(&definition.tags, false);
        match self {
            Choice::AllButRefused => !is_refused,
            Choice::Asked => has_openapi_gen_tag(&definition.tags, true),
            Choice::MadeForJson { any } => {
                !is_refused
                    && (is_requested_itself(model, definition)
                        || (*any && model.fields_of(&Type::Named(definition.id)).is_empty()))
            }
        }
    }
}

/// Returns `true` if a declaration itself is marked as part of the API, regardless of its package.
pub(in crate::lower) fn is_requested_itself(model: &Seen<'_>, definition: &TypeDefinition) -> bool {
    has_openapi_gen_tag(&definition.tags, true) || is_made_for_json(model, definition)
}

/// Returns `true` if a type is intended for JSON: a field has a JSON name, or a method defines the schema of the type.
/// The fields of a scheme builder have a JSON name only if a linter for API types requires one.
fn is_made_for_json(model: &Seen<'_>, definition: &TypeDefinition) -> bool {
    const METHODS: [&str; 5] =
        ["MarshalJSON", "UnmarshalJSON", "OpenAPIModelName", "OpenAPISchemaType", "OpenAPIDefinition"];
    METHODS.iter().any(|method| definition.has_method(method))
        || (model.fields_of(&Type::Named(definition.id)).iter().any(|field| field.json_tag().is_some())
            && !model.embeds_scheme_builder(definition.id))
}

/// Returns `true` if one of the tags is `+k8s:openapi-gen` with that value.
pub(in crate::lower) fn has_openapi_gen_tag(tags: &[Tag], value: bool) -> bool {
    tags.iter().any(|tag| tag.meaning == TagKind::Published(value))
}

#[cfg(test)]
mod tests {
    use crate::lower::{
        LowerOptions,
        testing::{lower_go, lower_packages},
    };

    fn names(text: &str) -> Vec<String> {
        let lowered = lower_go(text);
        let strip = |name: &String| name.rsplit_once('.').map_or_else(String::new, |(_, name)| name.to_owned());
        lowered.lowered.definitions.schemas.keys().map(strip).collect()
    }

    #[test]
    fn tags_select_and_one_does_not_hide_the_others() {
        let types = "type A struct {\n    X int `json:\"x\"`\n}\ntype b struct{}\ntype Named string\ntype Same A\n\
            type Alias = A\ntype Empty struct{}\ntype Runner struct {\n    run func()\n}\n";
        let c = |value: &str| format!("// +k8s:openapi-gen={value}\ntype C struct{{}}\n");
        assert_eq!(names(types), ["A", "Empty", "Same"]);
        assert_eq!(names(&format!("{types}{}", c("true"))), ["A", "C", "Empty", "Same"]);
        assert_eq!(names(&format!("// +k8s:openapi-gen=false\n---\n{types}{}", c("true"))), ["C"]);
        assert_eq!(names(&format!("{types}{}", c("false"))), ["A", "Empty", "Same"]);
        assert_eq!(
            names(&format!("// +k8s:openapi-gen=true\n---\n{types}{}", c("false"))),
            ["A", "Empty", "Runner", "Same"]
        );
        assert_eq!(names(&format!("// +k8s:openapi-gen=false\n---\n{types}")), Vec::<String>::new());
    }

    #[test]
    fn a_run_that_finds_nothing_to_publish_says_so() {
        let lowered = lower_go("type Runner struct {\n    run func()\n}\ntype Empty struct{}\n");
        assert!(lowered.lowered.definitions.schemas.is_empty());
        assert_eq!(lowered.diagnostics(), ["nothing-selected: no struct of example.com/api/v1 is published @ "]);
    }

    #[test]
    fn what_is_referred_to_is_defined_too() {
        let dependency = (
            "example.com/dep",
            false,
            "type D struct {\n    E []E `json:\"e\"`\n}\ntype E struct{}\ntype Unused struct{}\n",
        );
        let text = "import \"example.com/dep\"\ntype T struct {\n    D map[string]*dep.D `json:\"d\"`\n    Inner \
            inner `json:\"inner\"`\n}\ntype inner struct{}\n";
        let lowered = lower_packages(&[("example.com/api/v1", true, text), dependency], &LowerOptions::default());
        let names: Vec<&String> = lowered.lowered.definitions.schemas.keys().collect();
        assert_eq!(
            names,
            ["example.com/api/v1.T", "example.com/api/v1.inner", "example.com/dep.D", "example.com/dep.E"]
        );
        assert_eq!(lowered.lowered.names.len(), 4);
    }

    #[test]
    fn scheme_builders_are_only_published_on_request() {
        let runtime = ("k8s.io/apimachinery/pkg/runtime", false, "type SchemeBuilder []func()\ntype Other []func()\n");
        let published = |tag: &str, embedded: &str| {
            let text = format!(
                "import \"k8s.io/apimachinery/pkg/runtime\"\ntype A struct {{\n    X int `json:\"x\"`\n}}\n{tag}type \
                 Builder struct {{\n    Version string `json:\"version\"`\n    {embedded} \
                 `json:\"schemeBuilder\"`\n}}\n"
            );
            let lowered = lower_packages(&[("example.com/api/v1", true, &text), runtime], &LowerOptions::default());
            (lowered.lowered.definitions.schemas.len(), lowered.diagnostics().len())
        };
        assert_eq!(published("", "runtime.SchemeBuilder"), (1, 0));
        assert_eq!(published("// +k8s:openapi-gen=true\n", "runtime.SchemeBuilder"), (2, 1));
        assert_eq!(published("", "runtime.Other"), (2, 1));
        assert_eq!(published("", "SchemeBuilder runtime.SchemeBuilder"), (2, 1));
    }

    #[test]
    fn what_is_wrong_in_a_struct_apart_from_the_api_is_a_warning() {
        let severities = |tagged: &str| -> Vec<_> {
            let text = format!("// +k8s:openapi-gen=true\n---\n{tagged}type Visitor struct {{\n    Exec func()\n}}\n");
            lower_go(&text).lowered.diagnostics.iter().map(|one| one.severity).collect()
        };
        assert_eq!(severities(""), [crate::diag::Severity::Warning]);
        assert_eq!(severities("// +k8s:openapi-gen=true\n"), [crate::diag::Severity::Error]);
    }

    #[test]
    fn what_is_wrong_in_a_dependency_is_a_warning() {
        let dependency = ("example.com/dep", false, "type D struct {\n    F func() `json:\"f\"`\n}\n");
        let text = "import \"example.com/dep\"\ntype T struct {\n    D dep.D `json:\"d\"`\n}\n";
        let lowered = lower_packages(&[("example.com/api/v1", true, text), dependency], &LowerOptions::default());
        let severities: Vec<_> = lowered.lowered.diagnostics.iter().map(|one| one.severity).collect();
        assert_eq!(severities, [crate::diag::Severity::Warning]);
    }

    #[test]
    fn structs_that_register_kinds_are_not_published() {
        let builder = |embedded: &str| {
            format!(
                "import (\n\t\"k8s.io/apimachinery/pkg/runtime\"\n\t\"net/url\"\n)\n\
                 type A struct {{\n    X int `json:\"x\"`\n}}\n\
                 type Builder struct {{\n    Version string `json:\"version\"`\n    {embedded}\n}}\n\
                 var _ runtime.A\nvar _ url.URL\n"
            )
        };
        assert_eq!(names(&builder("runtime.SchemeBuilder")), ["A"]);
        assert_eq!(names(&builder("Scheme runtime.SchemeBuilder `json:\"-\"`")), ["A", "Builder"]);
        assert_eq!(names(&builder("runtime.Other `json:\"-\"`")), ["A", "Builder"]);
    }
}

//! The back end `crd`: converts kinds to files.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_runtime::value::Number;
use idlgen_validate::{
    Definitions, Schema,
    crd::{CustomResourceDefinition, definition::CrdValidator},
    keyword::{Bound, Keyword, Value},
    schema::{GoValue, StructuralSchemas},
};
use idlgen_yaml::Part as YamlPart;

use super::{
    budget::{self, Sizes},
    channel,
    description::{Lengths, shorten},
    embedded::with_embedded_metadata,
    named::add_named_metadata,
    rejected::rejected,
    unchecked_format::unchecked_format,
    unknown_paths::unknown_paths,
    written,
};
use crate::{
    diag::{Diagnostic, Severity},
    emit::{
        backend::{Backend, Emitted, Input, Later, Part, Types},
        openapi::{OpenApiOptions, codes::UNKNOWN_TYPE, nodes::Once, structural},
    },
    lower::{CustomResourceDefinition as Definition, Lowered, codes::NOTHING_SELECTED, custom_resource_definitions},
    model::TypeId,
    settings::{CRD, CrdSettings, Setting, Settings},
    source::Span,
};

/// The CRD back end.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it has no state")]
pub struct Crd;

impl Crd {
    /// The name of the back end.
    pub(crate) const NAME: &'static str = "crd";
}

impl Backend for Crd {
    fn name(&self) -> &'static str {
        Crd::NAME
    }

    fn title(&self) -> &'static str {
        "Custom resource definitions"
    }

    fn summary(&self) -> &'static str {
        "Write CustomResourceDefinitions for Go packages"
    }

    fn product(&self) -> &'static str {
        "custom resource definitions"
    }

    fn settings(&self) -> &'static [Setting] {
        CRD
    }

    fn usual_output(&self, _settings: &Settings) -> &'static str {
        ""
    }

    fn is_usual(&self) -> bool {
        false
    }

    fn emit(&self, input: &Input<'_>) -> Emitted {
        let (mut parts, later) = parts(input);
        let mut diagnostics = Vec::new();
        if parts.is_empty() {
            diagnostics.push(nothing_to_write());
        }
        if input.as_one_file {
            for part in &mut parts {
                part.path.clear();
            }
        }
        Emitted { parts, diagnostics, owns_folder: !input.as_one_file, later }
    }
}

fn nothing_to_write() -> Diagnostic {
    Diagnostic::new(NOTHING_SELECTED, "the packages have no kind for a CRD").note(
        "kinds are structs that embed metav1.TypeMeta and metav1.ObjectMeta, in packages that have `+groupName` or \
         register their group and version",
    )
}

/// Returns a part for each CRD. The text of CRDs with errors is generated later, if requested.
fn parts(input: &Input<'_>) -> (Vec<Part>, Later) {
    let validated = validated_kinds(input);
    let (mut writer, mut sizes) = (Writer::new(&input.settings.crd), Sizes::default());
    let mut parts: Vec<Part> = Vec::new();
    for one in &validated {
        let mut part = part(input, one, &mut writer, &mut sizes);
        if parts.iter().any(|other| other.path == part.path) {
            part.diagnostics.push(channel::same_file(&part.path));
        }
        parts.push(part);
    }
    let written =
        parts.iter_mut().zip(&validated).filter(|(_, validated)| validated.is_whole() && !validated.has_errors());
    for ((part, _), text) in written.zip(writer.into_contents()) {
        part.text = Some(text);
    }
    (parts, later(validated, input.settings.crd.clone()))
}

/// The CRD of a kind without errors.
pub(crate) struct KindDefinition {
    /// The definition. Its versions have no schemas.
    pub(crate) document: CustomResourceDefinition,
    /// The type and the schema of each version, without descriptions.
    pub(crate) versions: Vec<(TypeId, Schema)>,
}

/// Returns the CRDs of all kinds that have no errors, and the errors of the others.
pub(crate) fn kind_definitions(input: &Input<'_>) -> (Vec<KindDefinition>, Vec<Diagnostic>) {
    let (mut definitions, mut errors) = (Vec::new(), Vec::new());
    for validated in validated_kinds(input) {
        if validated.has_errors() || !validated.is_whole() {
            errors.extend(validated.diagnostics.into_iter().filter(|one| one.severity == Severity::Error));
            continue;
        }
        let ValidatedDefinition { document, types, mut trees, .. } = validated;
        for tree in &mut trees {
            shorten(tree, Lengths { usual: Some(0), by_path: &BTreeMap::new() });
        }
        definitions.push(KindDefinition { document, versions: types.into_iter().zip(trees).collect() });
    }
    (definitions, errors)
}

/// Returns the schema that a CRD would have for a type that is lowered in this way, without descriptions. `None` if the
/// type has no such schema.
pub(crate) fn schema_as_lowered(input: &Input<'_>, lowered: &Lowered, id: TypeId) -> Option<Schema> {
    let mut schemas = Schemas::new(input, lowered, &lowered.definitions);
    let (mut tree, _) = schemas.of(id).ok()?;
    shorten(&mut tree, Lengths { usual: Some(0), by_path: &BTreeMap::new() });
    Some(tree)
}

fn validated_kinds(input: &Input<'_>) -> Vec<ValidatedDefinition> {
    let kinds = custom_resource_definitions(input.model);
    let types: BTreeSet<TypeId> = kinds.iter().flat_map(|definition| &definition.types).copied().collect();
    let native = &input.settings.objects.native_packages;
    let lowered = input.lowered.for_definitions(input.model, native, &types);
    let definitions = with_embedded_metadata(&lowered, input.model, input.settings.crd.embedded_object_meta);
    let mut schemas = Schemas::new(input, &lowered, &definitions);
    let mut validator = CrdValidator::new(input.settings.kubernetes_minor).knowing(&input.lowered.known_rules);
    // If the user enables these functions, each rule that calls them gets a warning instead (`unportable-function`).
    if input.settings.kep_4153_functions {
        validator = validator.with_proposed_functions();
    }
    kinds.into_iter().map(|definition| validated(input, &mut schemas, definition, &validator)).collect()
}

/// Writes CRDs that have errors.
fn later(validated: Vec<ValidatedDefinition>, settings: CrdSettings) -> Later {
    Later::new(move |is_wanted| {
        let mut writer = Writer::new(&settings);
        let mut is_written = Vec::new();
        for (one, is_wanted) in validated.iter().zip(is_wanted) {
            let is_now = *is_wanted && one.is_whole() && one.has_errors();
            if is_now {
                writer.add(&written::part(one.document.clone(), &one.trees, &settings));
            }
            is_written.push(is_now);
        }
        let mut texts = writer.into_contents().into_iter();
        is_written.into_iter().map(|is_written| if is_written { texts.next() } else { None }).collect()
    })
}

/// A CRD and its diagnostics.
struct ValidatedDefinition {
    document: CustomResourceDefinition,
    types: Vec<TypeId>,
    /// The schemas of the versions. Some are missing if a version has no schema.
    trees: Vec<Schema>,
    /// The location of its last version's declaration.
    span: Option<Span>,
    diagnostics: Vec<Diagnostic>,
}

fn validated(
    input: &Input<'_>,
    schemas: &mut Schemas<'_>,
    definition: Definition,
    validator: &CrdValidator,
) -> ValidatedDefinition {
    let Definition { mut document, types, mut diagnostics } = definition;
    // If errors have already been reported, do not validate the CRD like a server, which would report them again.
    let mut is_refused = !diagnostics.is_empty();
    channel::annotate(&mut document, input.settings);
    let mut trees = Vec::new();
    for id in &types {
        match schemas.of(*id) {
            Ok((tree, refusals)) => {
                trees.push(tree);
                is_refused |= !refusals.is_empty();
                diagnostics.extend(refusals);
            }
            Err(found) => diagnostics.push(found),
        }
    }
    diagnostics.append(&mut schemas.unchecked_formats);
    let span = types.last().map(|id| input.model.type_definition(*id).span);
    let limit = input.settings.crd.max_bytes;
    if trees.len() == types.len() {
        if !is_refused {
            let has_embedded_metadata = input.settings.crd.embedded_object_meta;
            diagnostics.extend(rejected(&document, &trees, input.model, &types, validator, has_embedded_metadata));
        }
        diagnostics.extend(unknown_paths(&document, &trees, input.model, &types));
        if let Some(limit) = limit {
            diagnostics.extend(budget::fit(&document, &mut trees, limit, span));
        }
    }
    ValidatedDefinition { document, types, trees, span, diagnostics }
}

impl ValidatedDefinition {
    /// Returns `true` if all versions have schemas, so that it can be written.
    fn is_whole(&self) -> bool {
        self.trees.len() == self.types.len()
    }

    /// Returns `true` if it has an error, which may withhold its file.
    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }
}

/// Passes a CRD without errors to `writer`. Returns the output part, whose text is added later.
fn part<'j>(input: &Input<'_>, validated: &'j ValidatedDefinition, writer: &mut Writer<'j>, sizes: &mut Sizes) -> Part {
    let ValidatedDefinition { document, types, trees, span, diagnostics } = validated;
    let path = channel::file_name(document, input.settings);
    let kind = document.names.kind.clone();
    let mut diagnostics = diagnostics.clone();
    if validated.is_whole() {
        let definition = written::part(document.clone(), trees, &input.settings.crd);
        let bytes = (!validated.has_errors()).then(|| writer.add(&definition).len());
        diagnostics.extend(budget::check(&kind, &definition, bytes, sizes, *span));
    }
    Part { path, kind: Some(kind), text: None, types: Types::Defined(types.clone()), diagnostics }
}

/// The writer of CRD files.
pub(crate) struct Writer<'a> {
    /// The text before each CRD.
    head: String,
    yaml: idlgen_yaml::Writer<'a>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(settings: &CrdSettings) -> Self {
        let start = if settings.no_document_start { "" } else { "---\n" };
        Writer { head: [settings.header.as_str(), start].concat(), yaml: idlgen_yaml::Writer::default() }
    }

    /// Writes a CRD file and returns its text.
    pub(crate) fn add(&mut self, definition: &YamlPart<'a>) -> &str {
        self.yaml.document_after(&self.head, definition)
    }

    /// Returns the contents of the files in the order of writing.
    pub(crate) fn into_contents(self) -> Vec<String> {
        self.yaml.into_documents()
    }
}

/// If a field and its type have different patterns or formats, keeps both. The pattern or format of the type comes
/// first, as in controller-gen (`flatten.go`).
fn keep_apart(node: &mut Schema) {
    let [branch] = node.all_of.as_slice() else { return };
    let is_said_by_both = |keyword: &Keyword| {
        let said = branch.keywords.get(*keyword).filter(|_| node.keywords.get(*keyword).is_some());
        said.is_some_and(|said| *branch == Schema::of_keyword(*keyword, said.clone()))
    };
    let Some(keyword) = [Keyword::Pattern, Keyword::Format].into_iter().find(is_said_by_both) else { return };
    if let Some(own) = node.keywords.remove(keyword) {
        node.all_of.push(Schema::of_keyword(keyword, own));
    }
}

/// Rounds limits to 64-bit floats, the type of their fields in CRDs
/// (`k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaProps`).
fn round_limits(node: &mut Schema) {
    let rounded = |number: Number| match number {
        Number::Int(exact) if (exact as f64) as i128 != i128::from(exact) => Some(Number::Float(exact as f64)),
        _ => None,
    };
    for keyword in [Keyword::Maximum, Keyword::Minimum] {
        let Some(bound) = node.keywords.bound(keyword) else { continue };
        if let Some(limit) = rounded(bound.limit) {
            node.keywords.set(keyword, Bound { limit, ..bound });
        }
    }
    if let Some(Value::Number(number)) = node.keywords.get(Keyword::MultipleOf)
        && let Some(number) = rounded(*number)
    {
        node.keywords.set(Keyword::MultipleOf, number);
    }
}

/// Builds schemas for CRDs.
struct Schemas<'a> {
    input: &'a Input<'a>,
    lowered: &'a Lowered,
    forms: StructuralSchemas<'a>,
    /// The schema parts that have been adapted for CRDs.
    settled: Once,
    options: OpenApiOptions,
    /// The formats that API servers do not check, in the parts that were adapted since the last kind.
    unchecked_formats: Vec<Diagnostic>,
}

impl<'a> Schemas<'a> {
    fn new(input: &'a Input<'a>, lowered: &'a Lowered, definitions: &'a Definitions) -> Self {
        let forms = StructuralSchemas::new(definitions);
        let of_openapi = OpenApiOptions::of(input.settings);
        let formats = input.settings.crd.formats.unwrap_or(of_openapi.formats);
        let options = OpenApiOptions { formats, ..of_openapi };
        Schemas { input, lowered, forms, settled: Once::default(), options, unchecked_formats: Vec::new() }
    }

    /// Returns the schema of a kind for a CRD, and everything in it that API servers reject.
    fn of(&mut self, id: TypeId) -> Result<(Schema, Vec<Diagnostic>), Diagnostic> {
        let definition = self.input.model.type_definition(id);
        let name = &definition.name;
        let schema = self.lowered.schema_of(id).ok_or_else(|| {
            let unknown = Diagnostic::new(UNKNOWN_TYPE, format!("`{name}` has no schema")).at(definition.span);
            if definition.is_exported() { unknown } else { unknown.help("export it: start its name with a capital") }
        })?;
        let form = self
            .forms
            .structural(&schema)
            .map_err(|error| structural::not_structural(name, &error).at(definition.span))?;
        let mut tree = structural::published(form, &self.options);
        add_named_metadata(&mut tree);
        let refused = structural::rejected(&tree, name);
        let minor = self.input.settings.kubernetes_minor;
        let unchecked = &mut self.unchecked_formats;
        self.settled.for_each(&mut tree, &mut |node| {
            let found = unchecked_format(node, minor);
            unchecked.extend(found.filter(|one| unchecked.iter().all(|other| other.primary != one.primary)));
            node.required.sort();
            // A CRD does not contain information about Go values.
            node.strip_zero = false;
            node.go_value = GoValue::default();
            keep_apart(node);
            round_limits(node);
        });
        let settings = &self.input.settings.crd;
        shorten(&mut tree, Lengths { usual: settings.max_description_length, by_path: &settings.description_lengths });
        Ok((tree, refused))
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::Origin;

    use super::*;
    use crate::{
        emit::openapi::nodes,
        lower::{
            LowerOptions, lower_for_definitions,
            testing::{PACKAGE, read},
        },
        source::SourceMap,
    };

    #[test]
    fn a_schema_is_what_is_read_from_its_json() {
        const TEXT: &str = "import meta \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
            // +kubebuilder:object:root=true\ntype T struct {\n\
            \tmeta.TypeMeta `json:\",inline\"`\n\tmeta.ObjectMeta `json:\"metadata,omitempty\"`\n\
            \tSpec Spec `json:\"spec\"`\n}\n\n\
            // +kubebuilder:validation:XValidation:rule=\"self.z != 'a'\",message=\"m\",reason=FieldValueRequired\n\
            type Spec struct {\n\
            \t// +kubebuilder:validation:Pattern=`^a`\n\t// +kubebuilder:validation:MaxLength=9\n\
            \tZ Text `json:\"z\"`\n\
            \t// +kubebuilder:default={{name: x}}\n\t// +listType=map\n\t// +listMapKey=name\n\
            \tList []Item `json:\"list,omitempty\"`\n\
            \t// +kubebuilder:validation:Minimum=1\n\t// +kubebuilder:validation:ExclusiveMinimum=true\n\
            \tCount *int64 `json:\"count,omitempty\"`\n\
            \tMap map[string]Item `json:\"map,omitempty\"`\n\
            \t// +kubebuilder:pruning:PreserveUnknownFields\n\t// +kubebuilder:validation:Schemaless\n\
            \tAny Item `json:\"any,omitempty\"`\n\
            \t// +kubebuilder:validation:XIntOrString\n\tEither string `json:\"either,omitempty\"`\n\
            \tTime meta.Time `json:\"time,omitempty\"`\n\
            \t// +nullable\n\tFactor *float64 `json:\"factor,omitempty\"`\n}\n\n\
            // +kubebuilder:validation:Pattern=`b$`\n// +kubebuilder:validation:Enum=ab;b\ntype Text string\n\n\
            type Item struct {\n\tName string `json:\"name\"`\n\t// +kubebuilder:default=true\n\
            \tOn bool `json:\"on,omitempty\"`\n}\n";
        const META: &str = "type TypeMeta struct {\n\tKind string `json:\"kind,omitempty\"`\n\
            \tAPIVersion string `json:\"apiVersion,omitempty\"`\n}\n\n\
            type ObjectMeta struct {\n\tName string `json:\"name,omitempty\"`\n}\n\n\
            type Time struct{}\n\nfunc (Time) OpenAPISchemaType() []string { return []string{\"string\"} }\n\
            func (Time) OpenAPISchemaFormat() string { return \"date-time\" }\n";
        let packages = [(PACKAGE, true, TEXT), ("k8s.io/apimachinery/pkg/apis/meta/v1", false, META)];
        let mut sources = SourceMap::default();
        let model = read(&packages, &mut sources);
        let lowered = lower_for_definitions(&model, &LowerOptions::default(), &[]);
        let settings = Settings::default();
        let input = Input::new(&model, &lowered, &settings, &sources, false);
        let mut schemas = Schemas::new(&input, &lowered, &lowered.definitions);
        let (mut tree, refused) = schemas.of(model.find_type(PACKAGE, "T").unwrap().id).unwrap();
        assert_eq!(refused, []);
        nodes::for_each(&mut tree, &mut |node| {
            assert!(node.properties.keys().is_sorted());
            node.origin = Origin::default();
            node.extensions.validations.iter_mut().for_each(|rule| rule.origin = Origin::default());
        });
        assert!(tree.properties["spec"].properties.len() > 7);
        assert_eq!(Schema::from_json(&structural::json(&tree)).0, tree);
    }
}

//! The properties of a struct: its fields, with the fields of inlined structs in the place of these.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    json_tag,
    selection::says,
    usage::{Ground, Usage, struct_base},
};
use crate::{
    diag::Diagnostic,
    lower::{
        layer::{Layer, LayerSource},
        node::overrides::{self, Override},
        problem,
    },
    model::{Field, Model, PackageId, TypeId},
    tags::{Meaning, Tag},
    tool::Tool,
};

/// More embedded structs than any type has; only a cycle gets there.
const MAX_DEPTH: usize = 32;

/// One property-to-be.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Member<'a> {
    /// Its JSON name.
    pub(in crate::lower) name: String,
    /// Its field.
    pub(in crate::lower) field: Cow<'a, Field>,
    /// The package of the field's declaration.
    pub(in crate::lower) package: PackageId,
    /// The Go declaration: `import/path.Type.Field`.
    pub(in crate::lower) declaration: String,
    /// How many structs it is inlined through.
    depth: usize,
}

/// The members of a struct, and what the structs around say besides.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Members<'a> {
    /// In the order of their fields.
    pub(in crate::lower) list: Vec<Member<'a>>,
    /// Rules of inlined structs and of the fields that inline them: they are about the same object.
    pub(in crate::lower) inlined: Vec<Layer<'a>>,
    /// Overrides on fields that inline structs.
    pub(in crate::lower) overrides: Vec<Override<'a>>,
}

/// Collects members.
pub(in crate::lower) struct Collector<'a, 'd> {
    model: &'a Model,
    tool: &'d Tool,
    diagnostics: &'d mut Vec<Diagnostic>,
    found: Members<'a>,
    /// How deep each struct was met. One that was met less deep has nothing more to give, which also ends circles.
    met: BTreeMap<TypeId, usize>,
}

impl<'a, 'd> Collector<'a, 'd> {
    /// The members of a named struct.
    pub(in crate::lower) fn of_type(
        model: &'a Model,
        tool: &'d Tool,
        id: TypeId,
        diagnostics: &'d mut Vec<Diagnostic>,
    ) -> Members<'a> {
        let mut collector = Collector::new(model, tool, diagnostics);
        collector.named(id, 0);
        collector.settle()
    }

    /// The members of a struct without a name.
    pub(in crate::lower) fn of_fields(
        model: &'a Model,
        tool: &'d Tool,
        fields: &[Field],
        owner: (&str, PackageId),
        diagnostics: &'d mut Vec<Diagnostic>,
    ) -> Members<'a> {
        let mut collector = Collector::new(model, tool, diagnostics);
        for field in fields {
            collector.field(Cow::Owned(field.clone()), owner, 0);
        }
        collector.settle()
    }

    fn new(model: &'a Model, tool: &'d Tool, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        Collector { model, tool, diagnostics, found: Members::default(), met: BTreeMap::new() }
    }

    fn named(&mut self, id: TypeId, depth: usize) {
        if self.met.get(&id).is_some_and(|met| *met <= depth) {
            return;
        }
        self.met.insert(id, depth);
        let Some(base) = struct_base(self.model, id) else { return };
        let Some(declaring) = base.declaring() else { return };
        let owner = self.model.go_name(declaring);
        let package = self.model.type_definition(declaring).package;
        match base.fields(self.model) {
            Cow::Borrowed(fields) => {
                for field in fields {
                    self.field(Cow::Borrowed(field), (&owner, package), depth);
                }
            }
            Cow::Owned(fields) => {
                for field in fields {
                    self.field(Cow::Owned(field), (&owner, package), depth);
                }
            }
        }
    }

    fn field(&mut self, field: Cow<'a, Field>, owner: (&str, PackageId), depth: usize) {
        if says(&field.tags, false) {
            return;
        }
        if json_tag::is_inline(&field, self.tool) {
            if let Cow::Borrowed(field) = field {
                let layer = Layer::of_field(field, owner.1, self.tool);
                self.found.overrides.extend(overrides::of_layer(&layer));
                self.about_the_whole(layer);
            }
            self.inline(&field, owner, depth);
            return;
        }
        let is_visible = field.is_exported() || self.tool.unexported_fields;
        let Some(name) = json_tag::name(&field, self.tool).filter(|_| is_visible).map(str::to_owned) else { return };
        let declaration = format!("{}.{}", owner.0, field.name);
        self.found.list.push(Member { name, field, package: owner.1, declaration, depth });
    }

    fn inline(&mut self, field: &Field, owner: (&str, PackageId), depth: usize) {
        let usage = Usage::of(self.model, self.tool, &field.ty);
        if depth >= MAX_DEPTH {
            self.diagnostics.push(problem::too_deep(field.type_span, MAX_DEPTH));
            return;
        }
        match usage.ground {
            Ground::Struct(id) => {
                if let Some(base) = struct_base(self.model, id) {
                    for id in base.chain {
                        self.about_the_whole(Layer::of_type(self.model, id, self.tool));
                    }
                }
                self.named(id, depth + 1);
            }
            Ground::AnonymousStruct(fields) => {
                for field in fields {
                    self.field(Cow::Owned(field), owner, depth + 1);
                }
            }
            // Whatever has no members has nothing to inline; encoding/json ignores it too.
            _ => {}
        }
    }

    /// Keeps what holds for the struct around as well.
    fn about_the_whole(&mut self, layer: Layer<'a>) {
        if !self.tool.tags_of_named_types {
            return;
        }
        let is_rule = |tag: &&Tag| {
            matches!(tag.meaning, Meaning::Rule(_) | Meaning::MutuallyExclusive(_) | Meaning::NameFormat(_))
        };
        let tags: Vec<&'a Tag> = layer.tags.into_iter().filter(is_rule).collect();
        if !tags.is_empty() {
            self.found.inlined.push(Layer { source: LayerSource::Inlined, package: layer.package, tags });
        }
    }

    /// Of members with one name, the one that is inlined through the fewest structs counts, as in Go; of two such, which is a mistake that
    /// checking reports, the first.
    fn settle(self) -> Members<'a> {
        let mut settled: Vec<Option<Member<'a>>> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for member in self.found.list {
            let place = places.get(&member.name).copied();
            if let Some(other) = place.and_then(|place| settled.get_mut(place)) {
                if let (true, Some(other)) = (self.tool.duplicate_properties_break, &*other) {
                    self.diagnostics.push(problem::duplicate_property(
                        &member.name,
                        member.field.span,
                        other.field.span,
                    ));
                }
                match other {
                    Some(other) if other.depth <= member.depth => continue,
                    _ => *other = None,
                }
            }
            places.insert(member.name.clone(), settled.len());
            settled.push(Some(member));
        }
        Members { list: settled.into_iter().flatten().collect(), ..self.found }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{lower_compatibly, lower_go};

    #[test]
    fn fields_are_properties_in_order_and_inlined_ones_stand_in_place() {
        let lowered = lower_go(
            r#"
type Base struct {
    A string `json:"a"`
    B string `json:"b,omitempty"`
}
type Embedded struct {
    E string `json:"e"`
}
type Renamed struct {
    N string `json:"n"`
}

type T struct {
    First string `json:"first"`
    *Base `json:",inline"`
    Embedded
    Renamed `json:"renamed"`
    Last string `json:"last"`
    Skipped string `json:"-"`
    Dash string `json:"-,"`
    NoName string `json:",omitempty"`
    unexported string
}
"#,
        );
        assert_eq!(lowered.property_names("T"), ["first", "a", "b", "Embedded", "renamed", "last", "-", "NoName"]);
        assert_eq!(lowered.schema("T").required, ["first", "a", "Embedded", "renamed", "last", "-"]);
    }

    #[test]
    fn openapi_gen_has_its_own_idea_of_names() {
        let lowered = lower_compatibly(
            r#"
// +k8s:openapi-gen=true
type T struct {
    Dash string `json:"-,"`
    NoName string `json:",omitempty"`
    unexported string
}
"#,
        );
        assert_eq!(lowered.property_names("T"), ["unexported"]);
    }

    #[test]
    fn the_shallower_of_two_names_counts() {
        let lowered = lower_go(
            r#"
type Deep struct {
    Name string `json:"name"`
    Other string `json:"other"`
}
type Middle struct {
    Deep `json:",inline"`
    Other int `json:"other"`
}
type T struct {
    Middle `json:",inline"`
    Name int `json:"name"`
}
"#,
        );
        assert_eq!(lowered.property_names("T"), ["other", "name"]);
        assert_eq!(lowered.property("T", "name"), r#"{"type":"integer","format":"int32","default":0}"#);
        assert_eq!(lowered.property("T", "other"), r#"{"type":"integer","format":"int32","default":0}"#);
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
    }

    #[test]
    fn structs_that_inline_each_other_come_to_an_end() {
        let mut text =
            "type T struct {\n    *T `json:\",inline\"`\n    A0 `json:\",inline\"`\n    Own string `json:\"own\"`\n}\n"
                .to_owned();
        for number in 0..30 {
            let next = number + 1;
            for letter in ["A", "B"] {
                let fields = format!("    A{next} `json:\",inline\"`\n    B{next} `json:\",inline\"`\n");
                text.extend(["type ", letter, &number.to_string(), " struct {\n", &fields, "}\n"]);
            }
        }
        text.push_str(
            "type A30 struct {\n    A string `json:\"a\"`\n}\ntype B30 struct {\n    B string `json:\"b\"`\n}\n",
        );
        let lowered = lower_go(&text);
        assert_eq!(lowered.property_names("T"), ["a", "b", "own"]);
    }

    #[test]
    fn rules_of_inlined_structs_are_about_the_struct_around() {
        let lowered = lower_go(
            r#"
// +validationRule="self.a != self.b"
type Base struct {
    A string `json:"a"`
    B string `json:"b"`
}
// +validationRule="self.c != ''"
type T struct {
    // +validationRule="self.a != ''"
    Base `json:",inline"`
    C string `json:"c"`
}
"#,
        );
        let rules: Vec<&str> =
            lowered.schema("T").extensions.validations.iter().map(|rule| rule.rule.as_str()).collect();
        assert_eq!(rules, ["self.c != ''", "self.a != ''", "self.a != self.b"]);
    }
}

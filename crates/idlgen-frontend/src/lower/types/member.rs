//! The properties of a struct: its fields, with inlined structs replaced by their fields.

use std::borrow::Cow;

use crate::{
    diag::Diagnostic,
    lower::{
        layer::overrides::{self, Override},
        layer::{Layer, LayerSource},
        problem,
        types::json_tag::member_rules,
    },
    model::{
        Field, PackageId, Seen, Type, TypeId,
        json::{self, DEEPEST, Inlined, Owner},
    },
    tags::{Tag, TagKind},
    tool::Tool,
};

/// A field that becomes a property.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Member<'a> {
    /// Its JSON name.
    pub(in crate::lower) name: String,
    pub(in crate::lower) field: Cow<'a, Field>,
    /// The package of the field's declaration.
    pub(in crate::lower) package: PackageId,
    /// The Go declaration: `import/path.Type.Field`.
    pub(in crate::lower) declaration: String,
    /// `true` if the enclosing struct is embedded through a pointer, so that the member is absent if the pointer is
    /// nil.
    pub(in crate::lower) is_through_pointer: bool,
}

/// The members of a struct, and additional tags of inlined structs.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Members<'a> {
    /// The members in the order of their fields.
    pub(in crate::lower) list: Vec<Member<'a>>,
    /// Rules of inlined structs and of the fields that inline them, which apply to the same object.
    pub(in crate::lower) inlined: Vec<Layer<'a>>,
    /// Overrides on fields that inline structs.
    pub(in crate::lower) overrides: Vec<Override<'a>>,
}

impl<'a> Members<'a> {
    /// Returns the members of a named struct.
    pub(in crate::lower) fn of_type(
        model: &'a Seen<'a>,
        tool: &Tool,
        id: TypeId,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let outer = (model.go_name(id), model.type_definition(id).package);
        Members::of(model.members(&Type::Named(id), &member_rules(tool)), (model, tool), &outer, diagnostics)
    }

    /// Returns the members of an anonymous struct inside `owner`.
    pub(in crate::lower) fn of_fields(
        model: &'a Seen<'a>,
        tool: &Tool,
        fields: &[Field],
        owner: (&str, PackageId),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let outer = (owner.0.to_owned(), owner.1);
        Members::of(model.members_of_fields(fields, &member_rules(tool)), (model, tool), &outer, diagnostics)
    }

    fn of(
        members: json::Members<'a>,
        (model, tool): (&'a Seen<'a>, &Tool),
        outer: &(String, PackageId),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut found = Members::default();
        for inlined in &members.inlined {
            found.add_inlined(inlined, (model, tool), outer.1);
        }
        diagnostics.extend(members.too_deep.iter().map(|span| problem::too_deep(*span, DEEPEST)));
        let settled = members.settle(|member, other| {
            // If the same field is inlined twice, this has already been reported, or the tool allows it.
            if tool.duplicate_properties_break && member.field.span != other.field.span {
                diagnostics.push(problem::duplicate_property(&member.name, member.field.span, other.field.span));
            }
        });
        // Reuse the name of the last owner, because members of the same struct are mostly consecutive.
        let mut of_last = (Owner::Anonymous, outer.clone());
        for json::Member { name, field, owner, depth: _, is_through_pointer } in settled {
            if of_last.0 != owner {
                let of_owner = match owner {
                    Owner::Declared(id) => (model.go_name(id), model.type_definition(id).package),
                    Owner::Anonymous => outer.clone(),
                };
                of_last = (owner, of_owner);
            }
            let (_, (declaration, package)) = &of_last;
            let declaration = format!("{declaration}.{}", field.name);
            found.list.push(Member { name, field, package: *package, declaration, is_through_pointer });
        }
        found
    }

    /// Adds the tags of an inlined field and of its struct that also apply to the enclosing struct.
    fn add_inlined(&mut self, inlined: &Inlined<'a>, (model, tool): (&'a Seen<'a>, &Tool), outer: PackageId) {
        if let Cow::Borrowed(field) = inlined.field {
            let package = match inlined.owner {
                Owner::Declared(id) => model.type_definition(id).package,
                Owner::Anonymous => outer,
            };
            let layer = Layer::of_field(field, package, tool);
            self.overrides.extend(overrides::of_layer(&layer));
            self.about_the_whole(layer, tool);
        }
        for id in &inlined.chain {
            self.about_the_whole(Layer::of_type(model, *id, tool), tool);
        }
    }

    fn about_the_whole(&mut self, layer: Layer<'a>, tool: &Tool) {
        if !tool.tags_of_named_types {
            return;
        }
        let is_rule = |tag: &&Tag| {
            matches!(
                tag.meaning,
                TagKind::Rule(_) | TagKind::MutuallyExclusive(_) | TagKind::NameFormat(_) | TagKind::OneOf(..)
            )
        };
        let tags: Vec<&'a Tag> = layer.tags.into_iter().filter(is_rule).collect();
        if !tags.is_empty() {
            self.inlined.push(Layer { source: LayerSource::Inlined, package: layer.package, tags });
        }
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

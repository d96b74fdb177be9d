//! The JSON members of a struct: its fields, with embedded structs replaced by their fields.

use std::{
    borrow::{Borrow, Cow},
    collections::{BTreeMap, HashMap, hash_map::Entry},
};

use foldhash::fast::RandomState;

use super::{
    Kind, StructType, Used, View, bindings,
    embedded::{Embedded, declared},
    many_embedded::TypeSet,
    substitute,
};
use crate::{
    model::{Field, Model, Package, Type, TypeDefinition, TypeId},
    source::Span,
    tags::Tag,
};

/// Maximum depth of embedded structs.
pub(crate) const DEEPEST: usize = 32;

/// Maximum number of visits of the same struct at its minimum depth. Two visits suffice to find that its members hide
/// each other.
const TIMES: usize = 2;

/// The rules for converting fields to members, in which tools differ.
#[derive(Clone, Copy, Debug)]
pub struct MemberRules {
    /// The parsing of `json` struct tags.
    pub json_tags: JsonTags,
    /// The handling of embedded structs without a `json` tag.
    pub embedding: Embedding,
    /// `true` if unexported fields are members.
    pub unexported_fields: bool,
    /// `true` if instances of generic structs can be embedded.
    pub generic_structs: bool,
    /// Returns `true` for the tags of a field that is excluded. Fields without tags never are.
    pub is_left_out: fn(&[Tag]) -> bool,
}

/// The parsing of `json` struct tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonTags {
    /// Like `encoding/json`.
    Go,
    /// Like openapi-gen since Kubernetes 1.37: a field without a name is not a property.
    Options,
    /// Like openapi-gen before: `inline` must be the first option, and `omitempty` may be anywhere.
    Substring,
}

/// The handling of embedded structs without a `json` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedding {
    /// Its members are inlined, as in encoding/json.
    Inlined,
    /// It is a normal member, as in openapi-gen. A lint reports it.
    Member,
}

impl MemberRules {
    /// The rules on which openapi-gen and encoding/json agree. Tags are checked with these rules.
    pub const AGREED: Self = MemberRules {
        json_tags: JsonTags::Go,
        embedding: Embedding::Member,
        unexported_fields: false,
        generic_structs: true,
        is_left_out: |_| false,
    };

    /// The behavior of encoding/json.
    pub const GO: Self = MemberRules { embedding: Embedding::Inlined, ..MemberRules::AGREED };
}

#[derive(Clone, Debug)]
pub struct Member<'a> {
    pub name: String,
    /// The field, with type parameters substituted.
    pub field: Cow<'a, Field>,
    /// The struct that contains the field.
    pub owner: Owner,
    /// Number of embedded structs that enclose the field.
    pub depth: usize,
    /// `true` if one of them is embedded through a pointer.
    pub is_through_pointer: bool,
}

/// The struct that contains a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A declared struct.
    Declared(TypeId),
    /// The anonymous struct itself, or one inside it.
    Anonymous,
}

/// A field whose members are inlined.
#[derive(Clone, Debug)]
pub struct Inlined<'a> {
    pub field: Cow<'a, Field>,
    /// The struct that contains the field.
    pub owner: Owner,
    /// The declared types from the embedded type to the type with the fields. Empty if no members are inlined.
    pub chain: Vec<TypeId>,
}

#[derive(Clone, Debug, Default)]
pub struct Members<'a> {
    /// The members, in the order of their fields. Names are not unique.
    pub list: Vec<Member<'a>>,
    /// The inlined fields, in the order of the traversal.
    pub inlined: Vec<Inlined<'a>>,
    /// The locations of structs that are embedded too deeply.
    pub too_deep: Vec<Span>,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Returns the fields of a struct type, with type parameters substituted. Empty for other types.
    pub fn fields_of(&self, ty: &Type) -> Cow<'_, [Field]> {
        match self.used(ty, View::Underlying).kind {
            Kind::Struct(structure) => self.struct_fields(&structure),
            _ => Cow::Borrowed(&[]),
        }
    }

    /// Returns the fields of a struct, with type parameters substituted.
    pub fn struct_fields(&self, structure: &StructType) -> Cow<'_, [Field]> {
        match &structure.ty {
            Type::Named(id) => Cow::Borrowed(self.type_definition(*id).fields()),
            Type::Instance { base, arguments } => {
                let definition = self.type_definition(*base);
                let bindings = bindings(definition, arguments);
                let replaced = |field: &Field| Field {
                    ty: substitute(&field.ty, &bindings).unwrap_or(Type::Invalid),
                    ..field.clone()
                };
                Cow::Owned(definition.fields().iter().map(replaced).collect())
            }
            Type::Struct { fields, .. } => Cow::Owned(fields.clone()),
            _ => Cow::Borrowed(&[]),
        }
    }

    /// Returns the members of a struct type. Empty for other types.
    pub fn members(&self, ty: &Type, rules: &MemberRules) -> Members<'_> {
        let mut walk = Walk::new(self, rules);
        if let Kind::Struct(structure) = self.used(ty, View::Underlying).kind {
            walk.find_depths(vec![structure.clone()], 0);
            walk.structure(&structure, Owner::Anonymous, 0, false);
        }
        walk.found
    }

    /// Returns the members of a struct type by the rules for checking tags. Names are not unique;
    /// [`depth`](Member::depth) determines which member of the same name is used.
    pub fn properties(&self, ty: &Type) -> Vec<Member<'_>> {
        self.members(ty, &MemberRules::AGREED).list
    }

    /// Returns the members of an anonymous struct.
    pub fn members_of_fields(&self, fields: &[Field], rules: &MemberRules) -> Members<'_> {
        let mut walk = Walk::new(self, rules);
        let mut embedded = Vec::new();
        walk.add_embedded(fields, &mut embedded);
        walk.find_depths(embedded, 1);
        for field in fields {
            walk.field(Cow::Owned(field.clone()), Owner::Anonymous, 0, false);
        }
        walk.found
    }
}

impl<'a> Members<'a> {
    /// Makes the names of members unique. Of several members with the same name, keeps the one with the smallest depth,
    /// like Go. If the depths are equal, which lints report as an error, keeps the first. Calls `hidden` with each
    /// dropped member and the one that was kept before it.
    pub fn settle(self, mut hidden: impl FnMut(&Member<'a>, &Member<'a>)) -> Vec<Member<'a>> {
        let mut settled: Vec<Option<Member<'a>>> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for member in self.list {
            let place = places.get(&member.name).copied();
            if let Some(other) = place.and_then(|place| settled.get_mut(place)) {
                if let Some(other) = &*other {
                    hidden(&member, other);
                }
                match other {
                    Some(other) if other.depth <= member.depth => continue,
                    _ => *other = None,
                }
            }
            places.insert(member.name.clone(), settled.len());
            settled.push(Some(member));
        }
        settled.into_iter().flatten().collect()
    }
}

struct Walk<'a, 'r, T, P> {
    model: &'a Model<T, P>,
    rules: &'r MemberRules,
    /// The minimum depth of each struct, and the number of visits at that depth. At greater depths a struct contributes
    /// nothing, which also ends cycles.
    met: HashMap<TypeId, (usize, usize), RandomState>,
    /// The structs visited since the first struct that embeds many others.
    met_types: Option<TypeSet>,
    /// The maximum of the minimum depths.
    deepest: usize,
    found: Members<'a>,
}

impl<'a, 'r, T: Borrow<TypeDefinition>, P: Borrow<Package>> Walk<'a, 'r, T, P> {
    fn new(model: &'a Model<T, P>, rules: &'r MemberRules) -> Self {
        Walk { model, rules, met: HashMap::default(), met_types: None, deepest: 0, found: Members::default() }
    }

    /// Finds the minimum depth of each struct, level by level, so that each is visited once.
    fn find_depths(&mut self, mut level: Vec<StructType>, mut depth: usize) {
        while !level.is_empty() && depth <= DEEPEST {
            // Record all structs of a level before visiting the first, so that structs that embed each other are not
            // found again.
            level.retain(|structure| {
                structure.declared().is_none_or(|id| match self.met.entry(id) {
                    Entry::Occupied(_) => false,
                    Entry::Vacant(entry) => {
                        entry.insert((depth, 0));
                        self.deepest = depth;
                        if self.model.many_embedded_by(structure).is_some() {
                            self.met_types.get_or_insert_default();
                        }
                        if let Some(types) = &mut self.met_types {
                            types.insert(id);
                        }
                        true
                    }
                })
            });
            let mut next = Vec::new();
            for structure in &level {
                self.add_embedded_by(structure, &mut next);
            }
            level = next;
            depth += 1;
        }
    }

    /// Adds the structs that a struct embeds, except those already visited.
    fn add_embedded_by(&self, structure: &StructType, found: &mut Vec<StructType>) {
        let fields = self.model.struct_fields(structure);
        let many = self.model.many_embedded_by(structure);
        if let Some(many) = many.filter(|many| self.met_types.as_ref().is_some_and(|met| met.has_all(&many.types))) {
            for others in &many.others {
                self.add_embedded(fields.get(others.clone()).unwrap_or_default(), found);
            }
            return;
        }
        let mut rest = 0;
        for embedded in self.model.embedded_by(structure) {
            // If structs embed each other, most of them have already been visited, so check that first.
            if self.met.contains_key(&embedded.id) {
                self.add_embedded(fields.get(rest..embedded.index()).unwrap_or_default(), found);
                rest = embedded.index() + 1;
            }
        }
        self.add_embedded(fields.get(rest..).unwrap_or_default(), found);
    }

    /// Adds the structs that fields embed, except those already visited.
    fn add_embedded(&self, fields: &[Field], found: &mut Vec<StructType>) {
        for field in fields {
            let is_met = || declared(&field.ty).is_some_and(|id| self.met.contains_key(&id));
            if (self.rules.is_left_out)(&field.tags) || !self.may_be_inlined(field) || is_met() {
                continue;
            }
            if let Kind::Struct(structure) = self.model.kind(&field.ty, View::Underlying) {
                found.push(structure);
            }
        }
    }

    /// Returns `true` if the members of a field are inlined, provided that it is a struct.
    fn may_be_inlined(&self, field: &Field) -> bool {
        let is_without_name = || field.json_tag().is_none_or(|tag| tag.name.is_empty());
        self.rules.is_inline(field)
            || (self.rules.embedding == Embedding::Inlined && field.is_embedded && is_without_name())
    }

    /// Returns `true` if an embedded field at this depth is a struct whose members have all been found before.
    fn has_nothing_to_give(&self, embedded: &Embedded, depth: usize) -> bool {
        // Beyond the maximum of all minimum depths, everything that can be inlined has been visited at a smaller depth.
        // This is checked first because it applies to most fields if structs embed each other. A type that has been
        // visited is a struct; for others, `is_struct` is needed.
        embedded.may_be_inlined(self.rules)
            && (self.is_behind(depth) && embedded.is_struct || self.is_spent(embedded.id, depth + 1))
    }

    /// Returns `true` if all structs have been visited at a smaller depth.
    fn is_behind(&self, depth: usize) -> bool {
        self.deepest < DEEPEST && depth >= self.deepest
    }

    /// Returns `true` if visiting a struct at this depth contributes nothing.
    fn is_spent(&self, id: TypeId, depth: usize) -> bool {
        self.met.get(&id).is_some_and(|(least, times)| depth > *least || *times == TIMES)
    }

    fn structure(&mut self, structure: &StructType, outer: Owner, depth: usize, is_through_pointer: bool) {
        let owner = match &structure.ty {
            Type::Named(id) | Type::Instance { base: id, .. } => {
                if self.is_spent(*id, depth) {
                    return;
                }
                self.met.entry(*id).or_insert((depth, 0)).1 += 1;
                Owner::Declared(*id)
            }
            _ => outer,
        };
        match self.model.struct_fields(structure) {
            Cow::Borrowed(fields) => {
                let fields_between = |walk: &mut Self, from: usize, to: usize| {
                    for field in fields.get(from..to).unwrap_or_default() {
                        walk.field(Cow::Borrowed(field), owner, depth, is_through_pointer);
                    }
                };
                let many = self.model.many_embedded_by(structure).filter(|many| many.are_structs);
                if let Some(many) = many.filter(|many| self.is_behind(depth) && many.are_inlined(self.rules)) {
                    many.others.iter().for_each(|others| fields_between(self, others.start, others.end));
                    return;
                }
                let mut rest = 0;
                for embedded in self.model.embedded_by(structure) {
                    fields_between(self, rest, embedded.index());
                    rest = embedded.index() + usize::from(self.has_nothing_to_give(embedded, depth));
                }
                fields_between(self, rest, fields.len());
            }
            Cow::Owned(fields) => {
                for field in fields {
                    self.field(Cow::Owned(field), owner, depth, is_through_pointer);
                }
            }
        }
    }

    fn field(&mut self, field: Cow<'a, Field>, owner: Owner, depth: usize, is_through_pointer: bool) {
        let embedded = Embedded::of(self.model, (0, &field));
        let has_nothing_to_give = || embedded.is_some_and(|embedded| self.has_nothing_to_give(&embedded, depth));
        if (self.rules.is_left_out)(&field.tags) || has_nothing_to_give() {
            return;
        }
        if self.rules.is_inline(&field) || self.is_inlined_without_tag(&field) {
            self.inline(field, owner, depth, is_through_pointer);
            return;
        }
        if !field.is_exported() && !self.rules.unexported_fields {
            return;
        }
        let Some(name) = self.rules.name(&field).map(str::to_owned) else { return };
        self.found.list.push(Member { name, field, owner, depth, is_through_pointer });
    }

    fn is_inlined_without_tag(&self, field: &Field) -> bool {
        self.may_be_inlined(field) && matches!(self.model.kind(&field.ty, View::Underlying), Kind::Struct(_))
    }

    /// Inlines the members of a field. Skips a type without members, like encoding/json.
    fn inline(&mut self, field: Cow<'a, Field>, owner: Owner, depth: usize, is_through_pointer: bool) {
        let Used { kind, chain, has_pointer, .. } = self.model.used(&field.ty, View::Underlying);
        if depth >= DEEPEST {
            self.found.too_deep.push(field.type_span);
            return;
        }
        let (structure, embedded) = match kind {
            Kind::Struct(structure) if self.rules.generic_structs || !structure.is_instance() => {
                let start = structure.definition.and_then(|id| chain.iter().rposition(|one| *one == id));
                let embedded = chain.get(start.unwrap_or(chain.len())..).unwrap_or(&[]).to_vec();
                (Some(structure), embedded)
            }
            _ => (None, Vec::new()),
        };
        self.found.inlined.push(Inlined { field, owner, chain: embedded });
        if let Some(structure) = structure {
            self.structure(&structure, owner, depth + 1, is_through_pointer || has_pointer);
        }
    }
}

impl StructType {
    /// Returns the declared type that contains the fields.
    fn declared(&self) -> Option<TypeId> {
        match &self.ty {
            Type::Named(id) | Type::Instance { base: id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Returns `true` for an unnamed instance of a generic struct.
    pub fn is_instance(&self) -> bool {
        self.definition.is_none() && matches!(self.ty, Type::Instance { .. })
    }
}

impl MemberRules {
    /// Returns `true` if the `json` tag of a field inlines its members.
    pub fn is_inline(&self, field: &Field) -> bool {
        match self.json_tags {
            JsonTags::Go | JsonTags::Options => field.is_inline,
            // It does not matter whether the field is embedded or has a name.
            JsonTags::Substring => json_tag_value(field).and_then(|tag| tag.split(',').nth(1)) == Some("inline"),
        }
    }

    /// Returns the member name of a field, if it is a member.
    pub fn name<'f>(&self, field: &'f Field) -> Option<&'f str> {
        match self.json_tags {
            JsonTags::Go => field.json_name(),
            JsonTags::Options | JsonTags::Substring => match json_tag_value(field) {
                None => Some(&field.name),
                Some(tag) => tag.split(',').next().filter(|name| !matches!(*name, "" | "-")),
            },
        }
    }
}

/// Returns the value of the `json` struct tag, unless it is empty.
pub(crate) fn json_tag_value(field: &Field) -> Option<&str> {
    let tag = field.struct_tag.iter().find(|(key, _)| key == "json");
    tag.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn properties_with_embedded_structs_in_their_place() {
        let read = read_file(
            r#"package v1
type S struct {
	First string `json:"first"`
	*Inner `json:",inline"`
	Named `json:"named"`
	Text `json:",inline"`
	Hidden string `json:"-"`
	Dash string `json:"-,"`
	private string
	Bare string
	Generic[int] `json:",inline"`
}
type Inner struct {
	A string `json:"a"`
	*S `json:",inline"`
}
type Named struct { B string }
type Text string
type Generic[V any] struct { G []V `json:"g"` }
"#,
        );
        let definition = read.model.find_type("example.com/api/v1", "S").expect("S");
        let properties: Vec<(String, usize)> = read
            .model
            .properties(&Type::Named(definition.id))
            .into_iter()
            .map(|property| (property.name, property.depth))
            .collect();
        let expected = [("first", 0), ("a", 1), ("named", 0), ("-", 0), ("Bare", 0), ("g", 1)];
        assert_eq!(properties, expected.map(|(name, depth)| (name.to_owned(), depth)));
    }

    #[test]
    fn structs_that_embed_each_other_are_looked_into_once() {
        let count = 40;
        let others = |one: usize| (0..count).filter(move |other| *other != one).map(|other| format!("*S{other};"));
        let structs =
            (0..count).map(|one| format!("type S{one} struct {{ {} F{one} int }}\n", others(one).collect::<String>()));
        let read = read_file(&format!("package v1\n{}", structs.collect::<String>()));
        let id = read.model.find_type("example.com/api/v1", "S0").expect("S0").id;
        let members = read.model.members(&Type::Named(id), &MemberRules::GO);
        let found: Vec<(String, usize)> =
            members.list.iter().map(|member| (member.name.clone(), member.depth)).collect();
        let expected = (1..count).chain([0]).map(|one| (format!("F{one}"), usize::from(one > 0)));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(members.inlined.len(), count - 1, "each is inlined once");
        assert!(members.too_deep.is_empty());
    }

    #[test]
    fn the_least_depth_counts_whichever_way_comes_first() {
        let read = read_file(
            "package v1\ntype A struct { B; C }\ntype B struct { C; X int }\ntype C struct { D; Y int }\n\
             type D struct { Z int }\n",
        );
        let id = read.model.find_type("example.com/api/v1", "A").expect("A").id;
        let settled = read.model.members(&Type::Named(id), &MemberRules::GO).settle(|_, _| panic!("none is hidden"));
        let found: Vec<(String, usize)> = settled.into_iter().map(|member| (member.name, member.depth)).collect();
        assert_eq!(found, [("X", 1), ("Z", 2), ("Y", 1)].map(|(name, depth)| (name.to_owned(), depth)));
    }

    #[test]
    fn tools_may_not_inline_instances_of_generic_structs() {
        let read = read_file(
            "package v1\ntype S struct {\n\tA string `json:\"a\"`\n\tGeneric[int] `json:\",inline\"`\n}\n\
             type Generic[V any] struct { G []V `json:\"g\"` }\n",
        );
        let id = read.model.find_type("example.com/api/v1", "S").expect("S").id;
        for (generic_structs, expected) in [(true, &["a", "g"][..]), (false, &["a"])] {
            let members = read.model.members(&Type::Named(id), &MemberRules { generic_structs, ..MemberRules::GO });
            let found: Vec<&str> = members.list.iter().map(|member| member.name.as_str()).collect();
            assert_eq!(found, expected);
        }
    }
}

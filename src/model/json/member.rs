//! The members that a struct has in JSON: its fields, with the fields of embedded structs in the place of these.

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

/// Structs are embedded this deep at the most.
pub(crate) const DEEPEST: usize = 32;

/// How often the same struct is looked into at its least depth: the second time shows that each hides the other.
const TIMES: usize = 2;

/// How fields become members: the differences between tools.
#[derive(Clone, Copy, Debug)]
pub struct MemberRules {
    /// How `json` struct tags are read.
    pub json_tags: JsonTags,
    /// What becomes of an embedded struct without any `json` tag.
    pub embedding: Embedding,
    /// Whether fields that Go does not export become members.
    pub unexported_fields: bool,
    /// Whether instances of generic structs can be embedded.
    pub generic_structs: bool,
    /// The tags of which fields say that they are passed over. Those without tags never are.
    pub is_left_out: fn(&[Tag]) -> bool,
}

/// How `json` struct tags are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonTags {
    /// As `encoding/json` reads them.
    Go,
    /// As openapi-gen reads them since Kubernetes 1.37: a field without a name is no property.
    Options,
    /// As openapi-gen read them before: `inline` has to be the first option, and `omitempty` may stand anywhere.
    Substring,
}

/// What becomes of an embedded struct without any `json` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedding {
    /// Its members stand in its place, as encoding/json has it.
    Inlined,
    /// It is a member like any other, as openapi-gen has it; checking says so.
    Member,
}

impl MemberRules {
    /// What openapi-gen and encoding/json agree on, which is what tags are judged by.
    pub const AGREED: Self = MemberRules {
        json_tags: JsonTags::Go,
        embedding: Embedding::Member,
        unexported_fields: false,
        generic_structs: true,
        is_left_out: |_| false,
    };

    /// What encoding/json does.
    pub const GO: Self = MemberRules { embedding: Embedding::Inlined, ..MemberRules::AGREED };
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name in JSON.
    pub name: String,
    /// The field it comes from, type parameters replaced.
    pub field: Cow<'a, Field>,
    /// Where the field is written.
    pub owner: Owner,
    /// How many embedded structs it lies in.
    pub depth: usize,
    /// Whether one of these is embedded through a pointer.
    pub is_through_pointer: bool,
}

/// Where a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// In a declared struct.
    Declared(TypeId),
    /// In the struct without a name that was asked about, or one in it.
    Anonymous,
}

/// A field whose members stand in its place.
#[derive(Clone, Debug)]
pub struct Inlined<'a> {
    /// The field.
    pub field: Cow<'a, Field>,
    /// Where it is written.
    pub owner: Owner,
    /// The declared types from the one that is embedded to the one where the fields are written; empty if nothing is
    /// there to be inlined.
    pub chain: Vec<TypeId>,
}

/// The members of a struct.
#[derive(Clone, Debug, Default)]
pub struct Members<'a> {
    /// The members, in the order of their fields. A name can occur several times.
    pub list: Vec<Member<'a>>,
    /// The fields that are inlined, in the order in which they are met.
    pub inlined: Vec<Inlined<'a>>,
    /// Where structs are embedded too deep to be followed.
    pub too_deep: Vec<Span>,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// The fields of a struct type, type parameters replaced; nothing for other types.
    pub fn fields_of(&self, ty: &Type) -> Cow<'_, [Field]> {
        match self.used(ty, View::Underlying).kind {
            Kind::Struct(structure) => self.struct_fields(&structure),
            _ => Cow::Borrowed(&[]),
        }
    }

    /// The fields of a struct, type parameters replaced.
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

    /// The members of a struct type; nothing for other types.
    pub fn members(&self, ty: &Type, rules: &MemberRules) -> Members<'_> {
        let mut walk = Walk::new(self, rules);
        if let Kind::Struct(structure) = self.used(ty, View::Underlying).kind {
            walk.find_depths(vec![structure.clone()], 0);
            walk.structure(&structure, Owner::Anonymous, 0, false);
        }
        walk.found
    }

    /// The members of a struct type by the rules that tags are judged by. A name can occur several times; which member
    /// counts then, [`depth`](Member::depth) says.
    pub fn properties(&self, ty: &Type) -> Vec<Member<'_>> {
        self.members(ty, &MemberRules::AGREED).list
    }

    /// The members of a struct without a name.
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
    /// Each name once: of members with one name, the one that is embedded through the fewest structs counts, as in Go;
    /// of two such, which is a mistake that checking reports, the first. `hidden` hears of each further member and the
    /// one before it.
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
    /// In how many structs each struct lies at the least, and how often it has been looked into there. Deeper it has
    /// nothing more to give, which also ends circles.
    met: HashMap<TypeId, (usize, usize), RandomState>,
    /// Those met since the first that embeds many.
    met_types: Option<TypeSet>,
    /// The greatest of these depths.
    deepest: usize,
    found: Members<'a>,
}

impl<'a, 'r, T: Borrow<TypeDefinition>, P: Borrow<Package>> Walk<'a, 'r, T, P> {
    fn new(model: &'a Model<T, P>, rules: &'r MemberRules) -> Self {
        Walk { model, rules, met: HashMap::default(), met_types: None, deepest: 0, found: Members::default() }
    }

    /// Finds the least depth of each struct, from those at a depth: level by level, so that each is looked into once.
    fn find_depths(&mut self, mut level: Vec<StructType>, mut depth: usize) {
        while !level.is_empty() && depth <= DEEPEST {
            // All of a level are met before one is looked into, so that those which embed each other are not found
            // again.
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

    /// Adds the structs that a struct embeds, but for those that have been met.
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
            // Where structs embed each other, most have been met: that is asked first.
            if self.met.contains_key(&embedded.id) {
                self.add_embedded(fields.get(rest..embedded.index()).unwrap_or_default(), found);
                rest = embedded.index() + 1;
            }
        }
        self.add_embedded(fields.get(rest..).unwrap_or_default(), found);
    }

    /// Adds the structs that fields embed, but for those that have been met.
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

    /// Whether the members of a field stand in its place if it is a struct.
    fn may_be_inlined(&self, field: &Field) -> bool {
        let is_without_name = || field.json_tag().is_none_or(|tag| tag.name.is_empty());
        self.rules.is_inline(field)
            || (self.rules.embedding == Embedding::Inlined && field.is_embedded && is_without_name())
    }

    /// Whether an embedded field at this depth is of a struct whose members have all been found.
    fn has_nothing_to_give(&self, embedded: &Embedded, depth: usize) -> bool {
        // Behind the deepest, all that can be inlined has been met less deep. That is asked first: where structs embed
        // each other, most fields are such. What has been met is a struct; of others their definition tells.
        embedded.may_be_inlined(self.rules)
            && (self.is_behind(depth) && embedded.is_struct || self.is_spent(embedded.id, depth + 1))
    }

    /// Whether a depth is behind the deepest in which a struct was met first.
    fn is_behind(&self, depth: usize) -> bool {
        self.deepest < DEEPEST && depth >= self.deepest
    }

    /// Whether a struct has nothing more to give at this depth.
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

    /// Whatever has no members has nothing to inline; encoding/json passes over it too.
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
    /// The declared struct where the fields are written.
    fn declared(&self) -> Option<TypeId> {
        match &self.ty {
            Type::Named(id) | Type::Instance { base: id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Whether it is an instance of a generic struct without a name of its own.
    pub fn is_instance(&self) -> bool {
        self.definition.is_none() && matches!(self.ty, Type::Instance { .. })
    }
}

impl MemberRules {
    /// Whether the members of a field stand in its place because its `json` tag says so.
    pub fn is_inline(&self, field: &Field) -> bool {
        match self.json_tags {
            JsonTags::Go | JsonTags::Options => field.is_inline,
            // Whether the field is embedded, and what its name is, is of no account.
            JsonTags::Substring => json_tag_value(field).and_then(|tag| tag.split(',').nth(1)) == Some("inline"),
        }
    }

    /// The name of the member that a field is, if it is one.
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

/// The value of the `json` struct tag; an empty one is none.
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
}

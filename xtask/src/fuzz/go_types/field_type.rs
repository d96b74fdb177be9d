//! Field types, and the tags for each of them.

/// The type of a field, and its possible tags.
pub(super) struct FieldType {
    pub(super) go: &'static str,
    pub(super) tags: Groups,
    pub(super) rules: &'static [&'static str],
}

/// Groups of tags that set the same property. A field has at most one tag of each group. A tag can have several lines.
pub(super) type Groups = &'static [&'static [&'static str]];

impl FieldType {
    /// Returns `true` if it contains structs without keys, which cannot be compared with the value before an update.
    pub(super) fn is_list_of_structs(&self) -> bool {
        matches!(self.go, "[]Leaf" | "[]*Leaf" | "[]Either" | "[]BoxOfSize" | "[]Item" | "[]*Item")
    }
}

const TEXT_TAGS: Groups = &[
    &["+minLength=1", "+kubebuilder:validation:MinLength=2"],
    &["+maxLength=3", "+k8s:maxLength=4", "+maxLength=3\n+errorMessage(maxLength)=\"too much\""],
    &["+pattern=\"^[a-z]*$\"", "+k8s:format=k8s-short-name", "+format=uuid", "+format=ipv4", "+default=\"ab\""],
    KEPT,
];
const NUMBER_TAGS: Groups = &[
    &["+minimum=1", "+k8s:minimum=2"],
    &["+maximum=100", "+exclusiveMaximum=101", "+kubebuilder:validation:Maximum=15"],
    &["+multipleOf=5"],
    &["+default=5", "+kubebuilder:default=5"],
    KEPT,
];
const FLOAT_TAGS: Groups = &[&["+minimum=-0.5"], &["+maximum=2.5"], &["+default=0.5"]];
const LIST_TAGS: Groups = &[
    &["+minItems=1", "+k8s:validation:minItems=2"],
    &["+maxItems=2", "+k8s:maxItems=3"],
    &["+listType=set", "+listType=atomic", "+uniqueItems"],
    KEPT,
];
const TEXTS_TAGS: Groups = &[
    &["+minItems=1"],
    &["+maxItems=3"],
    &["+listType=set", "+k8s:listType=set", "+listType=atomic"],
    &[
        "+kubebuilder:validation:items:MaxLength=3",
        "+k8s:validation:items:minLength=1",
        "+k8s:eachVal=+k8s:maxLength=3",
    ],
    &["+default=[\"a\", \"b\"]"],
    KEPT,
];
const MAP_TAGS: Groups = &[
    &["+minProperties=1"],
    &["+maxProperties=2"],
    &["+mapType=atomic"],
    &["+default={\"a\": \"b\"}"],
    &["+k8s:validation:additionalProperties:maxLength=3"],
    KEPT,
];
const COUNTS_TAGS: Groups = &[&["+minProperties=1"], &["+maxProperties=2"], KEPT];
const KEYED_TAGS: Groups = &[
    &[
        "+listType=map\n+listMapKey=key",
        "+listType=map\n+listMapKey=key",
        "+listType=map\n+listMapKey=key\n+listMapKey=mode",
        "+listType=atomic",
    ],
    &["+maxItems=2"],
    KEPT,
];
/// A document cannot express the default of a struct by value: Go writes the contents of the struct.
const VALUE_TAGS: Groups = &[&["+structType=atomic"], &["+default={}"], KEPT];
const POINTER_TAGS: Groups = &[&["+structType=atomic"], &["+default={\"name\": \"a\"}", "+default={}"], KEPT];
const MODE_TAGS: Groups = &[&["+default=\"Always\"", "+default=ref(Never)"], KEPT];
const KEPT: &[&str] = &["+immutable", "+k8s:immutable"];
const ONLY_KEPT: Groups = &[KEPT];

/// Indices of the types that the shared types of a package use.
pub(super) const TEXT: usize = 0;
pub(super) const MODE: usize = 1;
pub(super) const NUMBER: usize = 2;

const fn of(go: &'static str, tags: Groups, rules: &'static [&'static str]) -> FieldType {
    FieldType { go, tags, rules }
}

/// The field types. Quantities, durations and similar types are pointers or map values: by value, Go writes them even
/// if they are unset.
pub(super) const TYPES: &[FieldType] = &[
    of(
        "string",
        TEXT_TAGS,
        &["self.size() < 4", "self == oldSelf", "self.matches('^a')", "self != 'bad'", "self.startsWith('a')"],
    ),
    of("Mode", MODE_TAGS, &["self == 'Always'", "self == oldSelf || self != 'Never'"]),
    of("int32", NUMBER_TAGS, &["self > 1", "self >= oldSelf", "self % 2 == 0"]),
    of("*string", TEXT_TAGS, &["self.contains('a')", "self >= oldSelf"]),
    of("Name", TEXT_TAGS, &["self != 'b'"]),
    of("*Mode", MODE_TAGS, &["self in ['Always', 'Never']"]),
    of("*int64", NUMBER_TAGS, &["self < 100"]),
    of("Level", NUMBER_TAGS, &["self != 3"]),
    of("uint8", NUMBER_TAGS, &["self < 200"]),
    of("*uint32", NUMBER_TAGS, &["self < 200"]),
    of("int", NUMBER_TAGS, &["self < 200"]),
    of("float64", FLOAT_TAGS, &["self < 2.0"]),
    of("*float64", FLOAT_TAGS, &["self < 2.0", "self >= oldSelf"]),
    of("bool", &[&["+default=true"], KEPT], &["self"]),
    of("*bool", &[&["+default=true", "+default=false"], KEPT], &["self || !oldSelf"]),
    of("[]string", TEXTS_TAGS, &["self.all(x, x.size() < 3)", "self.size() < 3", "self.size() >= oldSelf.size()"]),
    of("[]int32", LIST_TAGS, &["self.exists(x, x > 4)", "self.isSorted()"]),
    of("[]Name", TEXTS_TAGS, &["'b' in self"]),
    of("[]Mode", &[&["+listType=set", "+listType=atomic"], &["+maxItems=2"]], &["'Always' in self"]),
    of("[]*string", LIST_TAGS, &["self.size() < 3"]),
    of("[][]string", &[&["+maxItems=2"], &["+listType=atomic"]], &["self.all(x, x.size() < 3)"]),
    of("*[]string", TEXTS_TAGS, &["self.size() < 3"]),
    of("Names", TEXTS_TAGS, &["self.size() < 3"]),
    of("map[string]string", MAP_TAGS, &["self.all(k, k != 'ab')", "self.all(k, k in oldSelf)"]),
    of("map[string]int32", COUNTS_TAGS, &["self.size() < 3"]),
    of("map[Name]Level", COUNTS_TAGS, &["self.all(k, self[k] < 5)"]),
    of("map[string][]string", COUNTS_TAGS, &["self.all(k, self[k].size() < 2)"]),
    of("map[string]*Leaf", COUNTS_TAGS, &["self.all(k, has(self[k].name))"]),
    of("Leaf", VALUE_TAGS, &["has(self.size) || has(self.name)", "self == oldSelf || has(self.size)"]),
    of("*Leaf", POINTER_TAGS, &["!has(self.name) || self.name != 'a'", "has(self.size) == has(oldSelf.size)"]),
    of("[]Leaf", &[&["+maxItems=2"], &["+listType=atomic"], KEPT], &["self.size() > 0", "self.all(x, has(x.name))"]),
    of("[]*Leaf", &[&["+maxItems=2"], &["+listType=atomic"], KEPT], &["self.size() > 0"]),
    of("map[string]Leaf", COUNTS_TAGS, &["!('ab' in self)"]),
    of("[]Item", KEYED_TAGS, &["self.all(x, x.key != 'ab')", "self.size() >= oldSelf.size()"]),
    of("[]*Item", KEYED_TAGS, &["self.exists_one(x, x.key == 'a')"]),
    of("Items", &[&["+maxItems=2"], KEPT], &["self.size() < 3"]),
    of("BoxOfText", ONLY_KEPT, &["has(self.one)"]),
    of("*BoxOfLeaf", ONLY_KEPT, &["has(self.one)"]),
    of("[]BoxOfSize", &[&["+maxItems=2"]], &["self.all(x, has(x.one))"]),
    of("Either", ONLY_KEPT, &["has(self.left)"]),
    of("*Either", ONLY_KEPT, &["has(self.left)", "has(self.left) == has(oldSelf.left)"]),
    of("[]Either", &[&["+maxItems=2"]], &["self.size() < 3"]),
    of("[]byte", &[&["+maxLength=8"]], &["self.size() < 6"]),
    of("metav1.Time", ONLY_KEPT, &["self > timestamp('2000-01-01T00:00:00Z')"]),
    of("*metav1.Time", ONLY_KEPT, &["self >= oldSelf"]),
    of("*metav1.Duration", &[&["+default=\"5s\""], KEPT], &["duration(self) < duration('1h')"]),
    of("*intstr.IntOrString", &[&["+default=\"http\"", "+default=80"], KEPT], &["self == oldSelf"]),
    of("*resource.Quantity", ONLY_KEPT, &["quantity(string(self)).isGreaterThan(quantity('1'))"]),
    of("map[string]resource.Quantity", COUNTS_TAGS, &["self.size() < 3"]),
    of("*metav1.LabelSelector", ONLY_KEPT, &["has(self.matchLabels)"]),
    of("[]metav1.Condition", &[&["+listType=map\n+listMapKey=type", "+listType=atomic"]], &["self.size() < 2"]),
    of("runtime.RawExtension", &[&["+kubebuilder:pruning:PreserveUnknownFields"]], &[]),
    of("*runtime.RawExtension", &[&["+kubebuilder:pruning:PreserveUnknownFields"]], &[]),
    of("json.RawMessage", &[], &[]),
];

//! `idlgen rust --report`: how generated code evaluates each rule.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::program::{Ran, module, path, run};

const TYPES: &str = "package v1

// +validationRule=\"self.min <= self.max\"
// +validationRule=\"self.?max.optMap(x, x < 9).orValue(true)\"
// +validationRule=\"{'a': 1}['a'] == self.min\"
type Range struct {
\tMin int64 `json:\"min\"`
\tMax int64 `json:\"max,omitempty\"`
\t// +maxLenght=3
\tName string `json:\"name,omitempty\"`
}
";

#[test]
fn each_rule_has_a_line_with_its_evaluation_and_its_location() {
    let module = module(TYPES);
    let Ran { status, out, err } = run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]);
    let lines: Vec<&str> = out.lines().collect();
    let [compiled, second, third, counts] = lines.as_slice() else { panic!("{out}{err}") };
    assert!(compiled.contains("types.go:3:21: Range: compiled (cost from "), "{compiled}");
    assert!(compiled.ends_with("): self.min <= self.max"), "{compiled}");
    assert!(second.contains("types.go:4:21: Range: interpreted ("), "{second}");
    assert!(third.contains("interpreted (it builds a map): {'a': 1}['a'] == self.min"), "{third}");
    assert_eq!(*counts, "3 rules: 1 compiled, 2 interpreted, 0 hand-written, 0 invalid");
    assert!(err.contains("+maxLenght"), "errors do not hold the report back: {err}");
    assert_eq!(status, 0);
}

#[test]
fn a_report_can_be_json_in_a_file() {
    let module = module(TYPES);
    let output = module.path().join("report");
    let Ran { out, err, .. } = run(&[
        "rust",
        "-C",
        path(module.path()),
        "./...",
        "--report",
        "json",
        "-o",
        path(&output),
        "--ignore",
        "IDL0301",
    ]);
    assert_eq!(out, "", "{err}");
    let report: Value = serde_json::from_str(&fs::read_to_string(output.join("rules.json")).unwrap()).unwrap();
    assert_eq!((&report["compiled"], &report["interpreted"]), (&1.into(), &2.into()));
    let rule = &report["rules"][2];
    assert_eq!(rule["reason"], "it builds a map");
    assert_eq!((&rule["line"], &rule["column"]), (&5.into(), &21.into()));
    assert!(report["rules"][0]["baseCost"].is_u64());
}

/// Fields with markers of controller-gen are in the schema, whatever a method writes.
#[test]
fn contents_that_only_the_schema_describes_are_reported() {
    let field = |more: &str| {
        let module = module(&format!(
            "// +groupName=example.com\npackage v1\n\ntype Written struct {{\n{more}\tA string `json:\"a\"`\n}}\n\n\
             func (w Written) MarshalJSON() ([]byte, error) {{ return nil, nil }}\n\n\
             type Spec struct {{\n\tA Written `json:\"a\"`\n}}\n"
        ));
        run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]).err
    };
    let found = "`Spec.a`: the schema describes its contents, but the Go type writes JSON with its own method";
    let err = field("\t// +kubebuilder:validation:MaxLength=3\n");
    assert!(err.contains(found), "{err}");
    let err = field("");
    assert!(!err.contains(found), "{err}");
}

#[test]
fn fields_in_which_zero_is_a_missing_value_are_listed() {
    let module = module(
        "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Box struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec Spec `json:\"spec\"`\n}\n\n\
         // +kubebuilder:validation:XValidation:rule=\"!has(self.hidden) || self.hidden != 'a'\"\ntype Spec struct {\n\
         \tMissing int32 `json:\"missing\"`\n\
         \t// +kubebuilder:default=red\n\tDefault string `json:\"default,omitempty\"`\n\
         \t// +kubebuilder:validation:MinItems=1\n\tAccepted []string `json:\"accepted,omitempty\"`\n\
         \tHidden string `json:\"hidden,omitempty\"`\n\
         \t// +kubebuilder:validation:MaxLength=3\n\tSame string `json:\"same,omitempty\"`\n\
         \tPointer *int32 `json:\"pointer\"`\n}\n",
    );
    let Ran { out, .. } = run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]);
    let lines: Vec<&str> = out.lines().filter_map(|line| Some(line.split_once("types.go:")?.1)).collect();
    assert_eq!(
        lines.get(1..).unwrap(),
        [
            "15:2: Spec.missing: zero is rejected as missing",
            "17:2: Spec.default: zero becomes the default",
            "19:2: Spec.accepted: zero is accepted, although the schema rejects it",
            "20:2: Spec.hidden: rules see no such field if it is zero",
        ],
        "{out}"
    );
    assert!(out.ends_with("4 fields in which `validate` treats zero as a missing value\n"), "{out}");
    let Ran { out, .. } = run(&["rust", "-C", path(module.path()), "./...", "-o", "-"]);
    assert!(out.contains("/// - `hidden`: rules see no such field if it is zero\n"), "{out}");
}

/// The package of the golden files, whose crate compiles these rules and compares them with the interpreter.
#[test]
fn compiled_rules_have_a_cost_and_others_a_reason() {
    let ran = run(&["rust", "-C", "testdata/rust", "./compiled", "--report", "text"]);
    let lines = ran.out.lines().map(|line| match line.split_once(": ") {
        Some((place, rest)) if place.contains("compiled/") => format!("{rest}\n"),
        _ => format!("{line}\n"),
    });
    assert_snapshot!(lines.collect::<String>(), @r##"
    Untranslated: interpreted (it calls type): type(self.name) == string
    Untranslated: interpreted (it reads bytes): self.name == string(b'a')
    Untranslated: interpreted (it builds a map): {'a': 1}.size() == 1
    Untranslated: interpreted (it builds a list with optional elements): [?self.?note].size() == 1
    Untranslated: compiled (cost from 12): self.items.map(x, x.names).size() == 1
    Untranslated: interpreted (it negates a value of any type): -self.count < 3u
    Mixed: compiled (cost from 26): self.number * 2 < 3 && self.number % 2 == 0
    Mixed: compiled (cost from 18): self.since < timestamp('2024-01-01T00:00:00Z') || self.wait == '1s'
    Mixed: compiled (cost from 11): self.nested == oldSelf.nested
    Mixed: compiled (cost from 18): duration(self.name) < duration('1h') && duration('-1s') < duration('3000000s')
    Mixed: compiled (cost from 28): self.number > -5 && self.wide > 3u && self.float > -0.5
    Mixed: interpreted (the value and its alternative have different Rust types): self.nested.?names.orValue(['a']).size() == 1
    Mixed: compiled (cost from 22): self.names.all(x, x == 'a') || self.names.exists(x, x == 'b') && !self.flag
    Mixed: compiled (cost from 32): !(self.names.all(x, x == 'a') && self.flag) || (self.flag ? self.number : 3) > 4
    Mixed: compiled (cost from 26): self.names.map(x, x.size()).sum() < 5 && self.names.map(x, x != 'a', x.size()).sum() < 5
    Mixed: compiled (cost from 36): self.matrix.map(row, row.sum()).sum() < 5 && [1, 2].sum() == 3
    Mixed: compiled (cost from 27): has(self.nested.name) && self.nested.name != 'a' && has(self.nested.names)
    Mixed: interpreted (it builds a list of strings, lists or optionals that it builds): self.labels.filter(k, k != 'a').size() < 3 && self.labels.map(k, k + 'x').size() < 4
    Mixed: compiled (cost from 38): self.data.size() < 4 && size(self.name + 'a') < 4 && self.name.size() < 3
    Mixed: compiled (cost from 72): [self.number, 3].exists(x, x == 3) && self.number in [1, 2] && 'a' in ['a', self.name]
    Mixed: compiled (cost from 56): dyn(self.number) == 3 && self.names == ['a', 'b'] && ['a'] != self.names
    Mixed: compiled (cost from 12): size(self.labels) > self.number
    Mixed: compiled (cost from 10): self.matched.matches(self.name)
    Mixed: compiled (cost from 4): quantity('x').isInteger()
    Mixed: interpreted (it loops over a list of mixed values): [self.name + 'a', 'b'].exists(x, x == 'c')
    Mixed: interpreted (it searches a string that it builds): (self.name + 'a') in self.names
    Mixed: interpreted (it loops over an empty list): [].all(x, x == 1)
    Mixed: interpreted (it loops over a list that it builds, with two variables): [self.number, 2].all(i, x, x > i)
    Mixed: interpreted (it builds an optional from a value that it builds): optional.of(self.name + 'a').hasValue()
    Mixed: compiled (cost from 15): optional.of(self.name).orValue('b') == 'a'
    Mixed: compiled (cost from 8): self.?nested.name.hasValue()
    Mixed: interpreted (it tests a field of an optional): has(self.?nested.name)
    Mixed: interpreted (it builds a list of strings, lists or optionals that it builds): self.names.map(x, x + 'a') == ['b']
    Mixed: interpreted (it has a loop that builds a map, or with two variables): self.names.transformList(i, x, x).size() == 1
    Mixed: interpreted (it has a loop that builds a map, or with two variables): self.labels.transformMap(k, v, v).size() == 1
    Mixed: interpreted (it passes a string that it builds to a function): self.names.sortBy(x, x) == self.names
    Mixed: compiled (cost from 26): self.flag ? self.name == 'a' : self.nested.name == 'b'
    Mixed: interpreted (the branches of a conditional have different Rust types): (self.flag ? self.names : ['a']).size() == 1
    Mixed: compiled (cost from 10): self.raw == self.raw
    Mixed: compiled (cost from 10): self.data == self.data
    Mixed: compiled (cost from 15): self.names[self.number] == 'a'
    Mixed: compiled (cost from 23): self.labels[self.name] == 'a' && self.labels.all(k, v, k != v)
    Mixed: compiled (cost from 6): self.names.exists(x, self.labels.exists(k, k == x && self.labels[k] != ""))
    Mixed: interpreted (it loops over a list of mixed values): [[1]].all(x, x.size() == 1)
    Mixed: compiled (cost from 6): self.matrix.all(row, row.all(x, x > 0))
    Mixed: interpreted (it builds a list of strings, lists or optionals that it builds): self.names.map(x, [x]).all(y, y.size() == 1)
    Mixed: compiled (cost from 10): self.names.filter(x, x != 'a').map(x, x.size()).exists(y, y > 3)
    Mixed: compiled (cost from 6): self.names.exists_one(i, x, i > 0 && x == 'a')
    Mixed: compiled (cost from 18): self.wide < 3u && self.float < 1.5
    Mixed: compiled (cost from 26): quantity(self.quantity).compareTo(quantity('3')) < 0 && quantity(self.quantity).isGreaterThan(quantity('1'))
    Mixed: compiled (cost from 23): self.ip == 'x' || ip(self.ip).family() == 4
    Mixed: compiled (cost from 56): {'a': 1, 'b': 2, '': 3000000000}[self.name] > self.number
    Mixed: interpreted (it builds a map): self.flag || {'a': 'x', 'b': 'y', 'a': self.ip == '' ? 'z' : 'z'}[self.name] == 'z'
    Mixed: compiled (cost from 62): self.flag || {'a': 'x', 'b': 'y', 'a': 'z'}[self.name] == self.ip
    Mixed: compiled (cost from 58): {-1: true, 0: false, 1: true}[self.number] && self.names.all(x, {'a': 1.5, 'b': -2.0}[x] < self.float)
    Mixed: interpreted (it builds a map): {1: 'a', 2: 'b'}[dyn(self.wide)] == self.name
    Mixed: compiled (cost from 24): self.names.min() == 'a' && self.names.lastIndexOf('a') < 3
    Scalars: compiled (cost from 10): self.min <= self.max
    Scalars: compiled (cost from 22): has(self.limit) && self.limit > 3 || !has(self.limit)
    Scalars: compiled (cost from 29): !has(self.pointer) || self.pointer != 'bad' && self.pointer.size() < 6
    Scalars: compiled (cost from 50): self.wide + 1 > self.wide && self.wide - 1 < self.wide && self.wide * 2 / 2 == self.wide
    Scalars: compiled (cost from 24): self.max % 7 != 3 || -self.max < 0
    Scalars: compiled (cost from 22): self.ratio < 0.5 ? self.flag : self.ratio >= 0.5
    Scalars: compiled (cost from 36): self.ratio * 2.0 + 1.0 - 0.5 > self.ratio / 2.0 || self.ratio <= 0.0
    Scalars: compiled (cost from 66): self.name in ['a', 'b', 'c'] || self.max in [1, 2, 3] || self.name == ""
    Scalars: compiled (cost from 42): self.name < self.other || self.name.startsWith(self.other) || self.other.endsWith('x') || self.name.contains('y')
    Scalars: compiled (cost from 19): self.name + '-' + self.other != 'a-b'
    Scalars: compiled (cost from 20): self.phase == 'Running' || self.phase != 'Failed'
    Scalars: compiled (cost from 12): !(self.flag && self.quick)
    Scalars: compiled (cost from 30): self.level == 'fast' || self.level == 'slow' || self.level == ""
    Scalars: compiled (cost from 8): self.count > 1
    Scalars: compiled (cost from 36): 0.5 < self.ratio || -1.5 > self.ratio || self.wide < 5000000000 && 2 > 1
    Scalars: interpreted (it counts a list of values that can be absent): [self.name, self.other].size() == 2
    Scalars: compiled (cost from 9): self.mode != 'off'
    Strings: compiled (cost from 6): self.name.matches('^[a-z]*$')
    Strings: compiled (cost from 22): self.name.size() <= 3 || size(self.name) > 4
    Strings: compiled (cost from 24): self.name.lowerAscii() == self.name || self.name.upperAscii().contains('X')
    Strings: compiled (cost from 14): self.name.split('x').size() < 3
    Strings: compiled (cost from 10): self.name.split('y').all(part, part != 'z')
    Strings: compiled (cost from 22): !isURL(self.url) || url(self.url).getScheme() == 'https'
    Strings: compiled (cost from 24): self.url == "" || self.url.substring(0, 1) != 'x'
    Strings: compiled (cost from 21): isQuantity(self.url) ? quantity(self.url).isLessThan(quantity('5')) : true
    Strings: compiled (cost from 28): self.url.find('[0-9]+') == "" || int(self.url.find('[0-9]+')) < 5
    Strings: compiled (cost from 22): string(self.number) != '7' && double(self.number) < 9.5
    Strings: compiled (cost from 10): duration(self.wait) < duration('1h')
    Strings: compiled (cost from 20): self.name.trim().replace('a', 'b').indexOf('b') < 4
    Strings: compiled (cost from 28): [self.name, self.url].join(',') != 'a,b'
    Lists: compiled (cost from 14): self.names.all(name, name != 'bad') && self.names.exists(x, x == 'a' || x == 'b')
    Lists: compiled (cost from 18): self.names.exists_one(path, path == 'a') || self.names.size() < 2
    Lists: compiled (cost from 6): self.numbers.all(n, n > 0 && 10 / (n - 1) < 11)
    Lists: compiled (cost from 18): self.numbers.exists(n, 10 / (n - 2) > 3) || size(self.numbers) == 0
    Lists: compiled (cost from 22): self.numbers.filter(n, n > 2).size() < 2 && self.names.filter(n, n.startsWith('a')).all(n, n != 'ab')
    Lists: interpreted (it builds a list of strings, lists or optionals that it builds): self.numbers.map(n, n * 2).all(n, n != 4) && self.names.map(n, n + 'x').all(n, n != 'bx')
    Lists: compiled (cost from 16): self.numbers.map(n, n > 2, n - 1).exists(n, n == 2) || !has(self.ports)
    Lists: compiled (cost from 6): self.ports.all(p1, self.ports.exists_one(p2, p1.name == p2.name && (has(p1.number) && has(p2.number) ? p1.number == p2.number : !has(p1.number) && !has(p2.number))))
    Lists: compiled (cost from 20): self.ports.map(p, p.name).all(name, name in self.names) || !('x' in self.names)
    Lists: compiled (cost from 8): self.ports.filter(p, has(p.number)).all(p, p.number < 9)
    Lists: compiled (cost from 54): self.names.size() == 0 || self.names[0] != 'first' && self.ports.size() > 0 && self.ports[0].name != 'zero'
    Lists: compiled (cost from 22): 2 in self.numbers ? !(3 in self.numbers) : true
    Lists: compiled (cost from 32): ['a', 'b'].all(x, x in self.names) || self.names.join("") != 'ba'
    Lists: compiled (cost from 18): self.numbers.sum() < 20 && self.numbers.isSorted()
    Lists: compiled (cost from 6): self.names.all(aB, self.numbers.all(a_b, aB != 'one' || a_b != 1))
    Lists: compiled (cost from 6): self.phases.all(x, x in ['Running', 'Failed', ""])
    Lists: compiled (cost from 27): self.extra.size() > 0 && self.extra[0].name != 'none'
    Lists: compiled (cost from 34): self.ports == oldSelf.ports || self.names == oldSelf.names || self.numbers != oldSelf.numbers
    Lists: compiled (cost from 6): self.ports.all(i, p, i < 3 || p.name == 'later')
    Port: compiled (cost from 18): !has(self.number) || self.number >= oldSelf.number
    Maps: compiled (cost from 6): self.labels.all(k, k.size() < 4 && self.labels[k] != 'bad')
    Maps: compiled (cost from 23): !('a' in self.labels) || self.labels['a'] == 'b'
    Maps: compiled (cost from 21): has(self.labels.c) ? self.labels.c != 'd' : true
    Maps: compiled (cost from 18): self.labels.exists(k, v, k == v) || size(self.labels) < 3
    Maps: compiled (cost from 6): self.ports.all(k, !has(self.ports[k].number) || self.ports[k].number > 2)
    Nested: compiled (cost from 28): !has(self.optional) || !has(self.optional.number) || self.optional.number < 5
    Nested: compiled (cost from 19): has(self.value) ? self.value.name != 'bad' : true
    Nested: compiled (cost from 19): self.required.name != 'bad' || has(self.required.number)
    Nested: compiled (cost from 14): self.?optional.?number.orValue(0) < 7
    Nested: compiled (cost from 15): self.?optional.name.orValue('x') != 'y'
    Nested: interpreted (it passes an optional to a function): self.?optional.optMap(o, o.name != 'z').orValue(true)
    Nested: compiled (cost from 29): has(self.inner) && has(self.inner.port) ? self.inner.port.name != 'deep' : true
    Nested: compiled (cost from 15): self == oldSelf || !has(self.frozen)
    Nested: compiled (cost from 23): has(self.optional) == has(oldSelf.optional) && self.required == oldSelf.required
    Known: compiled (cost from 18): self.either == 3 || self.either != 'x'
    Known: compiled (cost from 16): !has(self.maybe) || self.maybe != 'm'
    Known: compiled (cost from 18): has(self.size) ? quantity(self.size).isLessThan(quantity('10')) : true
    Changes: interpreted (it reads an optional object, which loses its type): !oldSelf.hasValue() || oldSelf.value().name == self.name
    Changes: compiled (cost from 20): [oldSelf].size() == 1
    Changes: compiled (cost from 22): self.name == oldSelf.name || self.name.startsWith(oldSelf.name)
    Changes.name: compiled (cost from 29): self != 'bad' && (oldSelf.hasValue() ? self.size() >= oldSelf.value().size() : true)
    Changes.fixed: compiled (cost from 6): self == oldSelf
    Changes.size: compiled (cost from 6): self >= oldSelf
    Changes.names: compiled (cost from 16): self.all(x, x in oldSelf) || self.size() > oldSelf.size()
    ByValue: compiled (cost from 6): !has(self.size)
    ByValue: compiled (cost from 16): has(self.size) && quantity(self.size).isLessThan(quantity('7'))
    ByValue: compiled (cost from 6): !has(self.either)
    ByValue: compiled (cost from 14): has(self.either) && self.either != 'x'
    ByValue: compiled (cost from 6): !has(self.wait)
    ByValue: compiled (cost from 4): has(self.wait)
    ByValue: compiled (cost from 6): !has(self.since)
    ByValue: compiled (cost from 16): has(self.since) ? self.since >= timestamp('2020-01-01T00:00:00Z') : true
    ByValue: compiled (cost from 28): has(self.since) && has(self.until) ? self.until - self.since < duration('24h') : true
    ByValue: compiled (cost from 18): !has(self.micro) || self.micro == self.micro
    ByValue: compiled (cost from 6): !has(self.raw)
    ByValue: interpreted (it reads a value whose presence depends on its type): !has(self.sized)
    ByValue: compiled (cost from 19): !has(self.simple) || self.simple.name != 'a'
    ByValue: compiled (cost from 18): !has(self.data) || self.data.size() < 4
    Viewed: compiled (cost from 6): self.times.all(t, t > timestamp('2001-01-01T00:00:00Z'))
    Viewed: compiled (cost from 22): self.sized == oldSelf.sized || self.unsigned == oldSelf.unsigned
    Viewed: compiled (cost from 6): self.ports.all(x, x in oldSelf.ports)
    Viewed: compiled (cost from 16): (self.names + self.others).size() < 4
    Viewed: compiled (cost from 16): !has(self.unsigned) || self.unsigned != 3
    Viewed: compiled (cost from 12): self.ports.map(x, x.names.map(y, y.size()).sum()).sum() < 9
    Viewed: compiled (cost from 12): !format.dns1123Label().validate(self.name).hasValue()
    Viewed: compiled (cost from 17): self == oldSelf || self.name != 'same'
    Viewed: compiled (cost from 10): has(self.raw) == has(oldSelf.raw)
    Viewed: compiled (cost from 10): self.byName == oldSelf.byName
    Viewed: compiled (cost from 22): self.set != ['b', 'a']
    Viewed.start: compiled (cost from 6): self >= oldSelf
    Waits: compiled (cost from 40): has(self.long) && has(self.short) ? duration(self.short) <= duration(self.long) && duration(self.long) < duration('1h') : true
    Waits: compiled (cost from 6): self.others.all(wait, duration(wait) < duration(self.wait) || duration(self.wait) > duration('1m') || duration(wait) == duration('1s'))
    Waits: compiled (cost from 38): duration(self.wait) >= duration(oldSelf.wait) || duration(oldSelf.wait) > duration('1h') && duration(self.wait) > duration('1s')
    Routed: compiled (cost from 12): self.routes.filter(r, r.kind == 'only').size() <= 1
    Routed.fixed: compiled (cost from 6): self == oldSelf
    Route: compiled (cost from 27): self.weights.filter(w, 10 / w > 1).size() == self.weights.size() || self.kind == 'any'
    Route: compiled (cost from 23): self.kind != 'none' || self.weights.filter(w, w < 5).size() == 0
    164 rules: 137 compiled, 27 interpreted, 0 hand-written, 0 invalid
    "##);
}

//! Codes 0620-0639: CEL rules where they are written.

use crate::diag::{Code, CodeInfo, Severity};

/// An expression that cannot be read.
pub const SYNTAX: Code = Code(620);
/// A field that is not there.
pub const UNKNOWN_FIELD: Code = Code(621);
/// A variable or function that is not there.
pub const UNKNOWN_NAME: Code = Code(622);
/// Operands and arguments that do not fit.
pub const TYPES: Code = Code(623);
/// A rule that is no bool.
pub const NOT_BOOL: Code = Code(624);
/// A `messageExpression` that is no string.
pub const NOT_STRING: Code = Code(625);
/// An expression that costs too much.
pub const RULE_COST: Code = Code(626);
/// Rules that cost too much together.
pub const RULES_COST: Code = Code(627);
/// `oldSelf` where there is no old value.
pub const UNCORRELATABLE: Code = Code(628);
/// `optionalOldSelf` without `oldSelf`.
pub const OPTIONAL_OLD_SELF: Code = Code(629);
/// A rule on a value of which nothing is known.
pub const UNKNOWN_VALUE: Code = Code(630);
/// A setting of a rule that API servers refuse.
pub const RULE_SETTING: Code = Code(631);
/// A function that no API server has.
pub const UNPORTABLE_FUNCTION: Code = Code(632);
/// A field that may be absent, read without asking.
pub const UNGUARDED_FIELD: Code = Code(633);
/// A rule that stands twice on one value.
pub const DUPLICATE_RULE: Code = Code(634);
/// A constant part of a rule always fails.
pub const CONSTANT: Code = Code(635);

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: SYNTAX,
        slug: "rule-syntax",
        severity: Severity::Error,
        summary: "A CEL expression cannot be read.",
        explanation: r#"The mark is under the character where reading failed, as an API server would point at it. Quotes and escapes of the tag do not count.

```go
// +validationRule="self.minimum <== self.maximum"
type Range struct {
```

```go
// +validationRule="self.minimum <= self.maximum"
type Range struct {
```
"#,
    },
    CodeInfo {
        code: UNKNOWN_FIELD,
        slug: "rule-unknown-field",
        severity: Severity::Error,
        summary: "A CEL expression reads a field that is not there.",
        explanation: r#"Rules see the JSON names of properties, not the names of Go fields, with `__dash__` for `-` and the like. Fields of which nothing is known (any JSON)
are not visible, and of the metadata of a resource only `name` and `generateName` are. A list has no fields: a rule names its elements one by one.

```go
// +validationRule="self.containers.all(c, c.containerPort > 0)"
type PodSpec struct {
	Containers []Container `json:"containers"`
}
type Container struct {
	Ports []ContainerPort `json:"ports"`
}
```

```go
// +validationRule="self.containers.all(c, c.ports.all(p, p.containerPort > 0))"
type PodSpec struct {
```
"#,
    },
    CodeInfo {
        code: UNKNOWN_NAME,
        slug: "rule-unknown-name",
        severity: Severity::Error,
        summary: "A CEL expression names a variable or function that is not there.",
        explanation: r#"Rules know `self`, `oldSelf` and the functions of Kubernetes' CEL libraries at the version that is set. What KEP-4153 proposed and no API server has,
such as `isFormat`, is there only with `--kep-4153-functions`.

```go
type Widget struct {
	// +validationRule="self.isFormat('dns1123subdomain')"
	Name string `json:"name"`
}
```

```go
type Widget struct {
	// +validationRule="!format.dns1123Subdomain().validate(self).hasValue()"
	Name string `json:"name"`
}
```
"#,
    },
    CodeInfo {
        code: TYPES,
        slug: "rule-types",
        severity: Severity::Error,
        summary: "Operands or arguments in a CEL expression do not fit.",
        explanation: r#"CEL converts nothing by itself: an int is no double, a number no text, and `!` negates a bool.

```go
// +validationRule="!self.type == 'Component' || has(self.component)"
type Widget struct {
```

```go
// +validationRule="self.type != 'Component' || has(self.component)"
type Widget struct {
```
"#,
    },
    CodeInfo {
        code: NOT_BOOL,
        slug: "rule-not-bool",
        severity: Severity::Error,
        summary: "A rule is of another type than bool.",
        explanation: r#"A rule says when the value is valid: it is true then.

```go
type Widget struct {
	// +validationRule="self.size()"
	Parts []string `json:"parts"`
}
```

```go
type Widget struct {
	// +validationRule="self.size() > 0"
	Parts []string `json:"parts"`
}
```
"#,
    },
    CodeInfo {
        code: NOT_STRING,
        slug: "message-not-string",
        severity: Severity::Error,
        summary: "A messageExpression is of another type than string.",
        explanation: r#"The message is text; a list is joined, a number formatted.

```go
// +validationRule="self.a <= self.b",messageExpression="self.a"
type Range struct {
```

```go
// +validationRule="self.a <= self.b",messageExpression="'a is %d'.format([self.a])"
type Range struct {
```
"#,
    },
    CodeInfo {
        code: RULE_COST,
        slug: "rule-cost",
        severity: Severity::Warning,
        summary: "A rule may cost more than API servers allow.",
        explanation: r#"API servers estimate what a rule costs for the largest object that the schema allows, times the number of places where it applies, and refuse a
definition with a rule above 10,000,000. What makes rules expensive is lists, maps and texts without a limit; the diagnostic names those whose limit helps most.
Where the output is a custom resource definition (`--layout structural`) it is an error. Elsewhere nothing refuses the rule; set `rule-cost = "error"` under
`[diagnostics]` if a definition is made of the types all the same.

```go
type Gateway struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	Names []string `json:"names"`
}
```

```go
	// +maxItems=16
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	Names []Name `json:"names"`
```

where

```go
// +maxLength=63
type Name string
```
"#,
    },
    CodeInfo {
        code: RULES_COST,
        slug: "rules-cost",
        severity: Severity::Warning,
        summary: "All rules of a resource together may cost more than API servers allow.",
        explanation: r#"The limit for all rules of one version of a resource is 100,000,000. The most expensive ones are marked.

```go
type Mesh struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	// +maxItems=10000
	Routes []Route `json:"routes"` // with many rules each
}
```

```go
	// +maxItems=100
	Routes []Route `json:"routes"`
```
"#,
    },
    CodeInfo {
        code: UNCORRELATABLE,
        slug: "uncorrelatable-old-self",
        severity: Severity::Error,
        summary: "`oldSelf` is used where there is no old value.",
        explanation: r#"On an update, API servers find the old value of properties, of map entries, and of list elements that have keys. Elements of other lists have none.

```go
type Widget struct {
	Parts []Part `json:"parts"`
}

// +validationRule="self.name == oldSelf.name"
type Part struct {
	Name string `json:"name"`
}
```

```go
type Widget struct {
	// +listType=map
	// +listMapKey=name
	Parts []Part `json:"parts"`
}
```
"#,
    },
    CodeInfo {
        code: OPTIONAL_OLD_SELF,
        slug: "unused-optional-old-self",
        severity: Severity::Error,
        summary: "`optionalOldSelf` is set on a rule that does not use `oldSelf`.",
        explanation: r#"API servers refuse that, whatever the value.

```go
// +validationRule="self.a > 0",optionalOldSelf=true
type Widget struct {
```

```go
// +validationRule="self.a > 0"
type Widget struct {
```
"#,
    },
    CodeInfo {
        code: UNKNOWN_VALUE,
        slug: "rule-on-unknown-value",
        severity: Severity::Error,
        summary: "A rule stands on a value of which nothing is known.",
        explanation: r#"Values of any type are not visible to rules.

```go
type Widget struct {
	// +validationRule="has(self.a)"
	Config interface{} `json:"config"`
}
```

```go
type Widget struct {
	Config Config `json:"config"`
}

// +validationRule="has(self.a)"
type Config struct {
```
"#,
    },
    CodeInfo {
        code: RULE_SETTING,
        slug: "rule-setting",
        severity: Severity::Error,
        summary: "A setting of a rule is one that API servers refuse.",
        explanation: r#"Messages and field paths must not be blank and have no line breaks; a rule with a line break needs a message.

```go
// +validationRule="self.a > 0",message=" "
type Widget struct {
```

```go
// +validationRule="self.a > 0",message="a must be positive"
type Widget struct {
```
"#,
    },
    CodeInfo {
        code: UNPORTABLE_FUNCTION,
        slug: "unportable-function",
        severity: Severity::Warning,
        summary: "A rule uses a function that no API server has.",
        explanation: r#"`--kep-4153-functions` lets rules use what KEP-4153 proposed. Such rules run in idlgen's validators only.

```go
// +validationRule="ip(self.address).is4()"
type Endpoint struct {
```

```go
// +validationRule="ip(self.address).family() == 4"
type Endpoint struct {
```
"#,
    },
    CodeInfo {
        code: UNGUARDED_FIELD,
        slug: "unguarded-field",
        severity: Severity::Warning,
        summary: "A rule reads a field that may be absent, without asking.",
        explanation: r#"If the field is absent, the rule fails with `no such key`, and the object is refused with that text. Go's zero values make no difference: a field with
`omitempty` is absent when it is zero.

```go
// +validationRule="self.type != 'Recreate' || !has(self.rollingUpdate)"
type Strategy struct {
	// +optional
	Type string `json:"type,omitempty"`
```

```go
// +validationRule="!has(self.type) || self.type != 'Recreate' || !has(self.rollingUpdate)"
type Strategy struct {
	// +optional
	Type string `json:"type,omitempty"`
```
"#,
    },
    CodeInfo {
        code: DUPLICATE_RULE,
        slug: "duplicate-rule",
        severity: Severity::Warning,
        summary: "A rule stands twice on one value.",
        explanation: r#"The second one can only repeat the error of the first. API servers accept it, but server-side apply does not: it takes the expression as the key of a
rule.

```go
// +validationRule="self.a > 0",message="one"
// +validationRule="self.a > 0",message="two"
type Widget struct {
```

```go
// +validationRule="self.a > 0",message="one"
type Widget struct {
```
"#,
    },
    CodeInfo {
        code: CONSTANT,
        slug: "rule-constant",
        severity: Severity::Error,
        summary: "A constant part of a rule always fails.",
        explanation: r#"API servers compute what is constant in a rule when they read it. If that fails (a text that is no number, a regular expression that does not compile), they
refuse the rule.

```go
// +validationRule="self.port < int('64k')"
type Widget struct {
	Port int `json:"port"`
```

```go
// +validationRule="self.port < 65536"
type Widget struct {
	Port int `json:"port"`
```
"#,
    },
];

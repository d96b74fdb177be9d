// Package rules has rules in CEL.
package rules

// Ruled has rules.
// +validationRule="self.min <= self.max",message="min must not be above max"
// +validationRule="!oldSelf.hasValue() || self.name == oldSelf.value().name",message="the name stays",optionalOldSelf=true
type Ruled struct {
	Name string `json:"name,omitempty"`
	Min  int32  `json:"min,omitempty"`
	// +validationRule="self % 2 == 0",messageExpression="'odd: ' + string(self)",reason=Forbidden
	Max int32 `json:"max,omitempty"`
	// +immutable
	Fixed string `json:"fixed,omitempty"`
	// +immutable
	FixedPointer *string `json:"fixedPointer,omitempty"`
	Child        *Child  `json:"child,omitempty"`
	// +listType=map
	// +listMapKey=name
	Children []Child `json:"children,omitempty"`
	// +listType=atomic
	Atomic   []Child          `json:"atomic,omitempty"`
	ByName   map[string]Child `json:"byName,omitempty"`
	Value    Child            `json:"value,omitempty"`
	Required Child            `json:"required"`
	Free     Free             `json:"free,omitempty"`
	// +validationRule="self.size() < 3"
	Others []Free `json:"others,omitempty"`
}

// Child may not change its size.
type Child struct {
	Name string `json:"name,omitempty"`
	// +validationRule="self >= oldSelf",message="may only grow"
	Size int32 `json:"size,omitempty"`
}

// Free has a rule that needs nothing.
// +validationRule="self != 'bad'"
type Free string

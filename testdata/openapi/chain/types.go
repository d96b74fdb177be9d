// Package chain has tags on a field, an alias and a named type: all of them count where the field is, and those of the type where only that is used.
package chain

// Widget has a component with rules of its own.
type Widget struct {
	// +validationRule="self.matches('[a-z][1-9]+')"
	Component PartId `json:"component"`
}

// Contraption has any component.
type Contraption struct {
	Component Identifier `json:"component"`
}

// PartId is an identifier that fits on a label.
// +maxLength=20
type PartId = Identifier

// Identifier names a thing.
// +format=dns1123label
type Identifier string

// Strict says again what its type says, tighter, looser and differently.
type Strict struct {
	// +maxLength=10
	// +pattern=`^x`
	Tighter Code `json:"tighter"`

	// +maxLength=100
	// +minLength=1
	// +errorMessage(maxLength)="a code has at most 12 characters",reason=Invalid
	Looser *Code `json:"looser,omitempty"`

	// +maxItems=3
	List Codes `json:"list,omitempty"`

	ByName map[string]Code `json:"byName,omitempty"`
}

// Codes has at most five codes, all different.
// +maxItems=5
// +listType=set
type Codes []Code

// Code is short.
// +maxLength=12
// +minLength=2
// +pattern=`^[a-z]+$`
type Code string

// Package newtypes names types.
package newtypes

// Identifier names something.
// +minLength=2
type Identifier string

// PartId is an identifier that is short.
// +maxLength=4
type PartId Identifier

// Identifiers are several.
// +listType=set
// +maxItems=3
type Identifiers []Identifier

// Weights are by name.
// +maxProperties=2
type Weights map[Identifier]Weight

// Weight is heavy.
// +minimum=1
// +maximum=100
type Weight int32

// Ratio is a part of the whole.
type Ratio float64

// Flag is on or off.
type Flag bool

// Maybe is a pointer.
type Maybe *Weight

// Other is the same as Part.
type Other Part

// Alias is another name.
type Alias = Part

// Texts is another name for a list.
type Texts = []string

// Part uses them all.
type Part struct {
	ID PartId `json:"id"`
	// +minItems=1
	Others  Identifiers `json:"others,omitempty"`
	Weights Weights     `json:"weights,omitempty"`
	Weight  *Weight     `json:"weight,omitempty"`
	Ratio   Ratio       `json:"ratio,omitempty"`
	Flag    Flag        `json:"flag,omitempty"`
	Maybe   Maybe       `json:"maybe,omitempty"`
	Texts   Texts       `json:"texts,omitempty"`
	Again   *Other      `json:"again,omitempty"`
	Same    []Alias     `json:"same,omitempty"`
}

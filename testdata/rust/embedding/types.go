// Package embedding puts structs into structs.
package embedding

// Base has fields that others show.
type Base struct {
	// The name of the base.
	// +maxLength=10
	Name string `json:"name"`
	// Hidden by the outer field of the same name.
	Kind string `json:"kind,omitempty"`
}

// Middle embeds the base.
type Middle struct {
	Base `json:",inline"`
	// +minimum=1
	Count int32 `json:"count,omitempty"`
}

// Outer embeds both ways.
type Outer struct {
	Middle `json:",inline"`
	*Extra `json:",inline"`
	// Not in place.
	Named Base `json:"named"`
	// +maxLength=4
	Kind string `json:"kind,omitempty"`
	Text `json:"text,omitempty"`
}

// Extra may be absent.
type Extra struct {
	// +optional
	Note string `json:"note,omitempty"`
	// +optional
	Level int32 `json:"level"`
}

// Text is no struct.
type Text string

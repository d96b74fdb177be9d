// Package shapes has structs without names, and types with parameters.
package shapes

// Shapes are structs.
type Shapes struct {
	Point struct {
		// +minimum=1
		X int32 `json:"x,omitempty"`
		Y int32 `json:"y,omitempty"`
	} `json:"point,omitempty"`
	Points []struct {
		Label string `json:"label"`
		Inner *struct {
			// +maxLength=2
			Text string `json:"text,omitempty"`
		} `json:"inner,omitempty"`
	} `json:"points,omitempty"`
}

// Pair has two of a kind.
type Pair[T any] struct {
	// The left one.
	Left  T   `json:"left"`
	Right *T  `json:"right,omitempty"`
	Many  []T `json:"many,omitempty"`
}

// Phantom does not use its parameter.
type Phantom[T any, U any] struct {
	Name string `json:"name,omitempty"`
	Used U      `json:"used,omitempty"`
}

// Many is a list of anything.
type Many[T any] []T

// Generic uses types with parameters.
type Generic struct {
	Numbers          Pair[int32]                 `json:"numbers"`
	Texts            *Pair[string]               `json:"texts,omitempty"`
	Nested           Pair[Phantom[bool, string]] `json:"nested,omitempty"`
	List             Many[string]                `json:"list,omitempty"`
	Embedded[string] `json:",inline"`
}

// Embedded is put in place.
type Embedded[T any] struct {
	// +optional
	Value T `json:"value,omitempty"`
}

// Package comments is about comments.
//
// It has more than one paragraph.
package comments

// Documented is a type with a long comment.
//
// See https://example.com/a_b?c=[d] for more, or [Other]. A map[string]int, a <tag>, an `x[0]` and
// a \ backslash, *stars* and _lines_.
//
//	kind: Pod
//	spec: {}
//
// Items:
//   - one
//   - two
//     goes on
//
// 1. first
// 2. second
//
// # Heading
//
// ```yaml
// a: [b]
// ```
// +validationRule="self.a != 'x'"
// ---
// Notes for developers.
type Documented struct {
	// A is documented.
	// TODO: say more
	// +optional
	A string `json:"a,omitempty"`

	B string `json:"b,omitempty"` // Behind the field.
	/*
	   C has a comment
	     of another kind.
	*/
	C string `json:"c,omitempty"`
	// fn main() { panic!() } is text, and so is what follows:
	//     let x = 1;
	D string `json:"d,omitempty"`
}

// Other is another type.
type Other string

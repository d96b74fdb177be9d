// Package mod has the name of a file of Rust, and comments that must not become code:
//
// ~~~
// panic!("a package");
// ~~~
package mod

import inner "example.com/golden/mod/mod"

// Comments hold what Markdown takes for code.
//
// -     panic!("an item");
// - ~~~
//   panic!("in an item");
//   ~~~
//
// 1.      panic!("a number");
//
// Nested:
//
//	2. ***
//	   panic!("behind a rule");
//
//	     panic!("and further");
//
// ~~~rust
// panic!("a fence");
// ~~~
type Comments struct {
	// +     panic!("a field");
	Plus string `json:"plus,omitempty"`
	//     panic!("four control characters");
	//
	// ```
	// text
	// ```
	//     panic!("behind what is no fence");
	Control string `json:"control,omitempty"`
	// ‮turned‬ turns the direction of writing.
	// +default="‮turned‬"
	// +validationRule="self != '‮turned‬x'"
	Turned string `json:"turned,omitempty"`
	// Words are a named text.
	Word Word `json:"word,omitempty"`
	// Other is of a package of the same name.
	Other *inner.Other `json:"other,omitempty"`
}

// Word is a text.
type Word string

// Words.
const (
	// ~~~
	// panic!("a constant");
	// ~~~
	WordOne Word = "one"
)

// Letters are other letters in disguise.
type Letters struct {
	Kelvin  string `json:"K,omitempty"`
	Letter  string `json:"k,omitempty"`
	Ligated string `json:"ﬁeld,omitempty"`
	K  K `json:"kelvin,omitempty"`
	K       K      `json:"plain,omitempty"`
}

// K is a sign.
type K string

// K is a letter.
type K string

// Generic has type parameters that Rust names otherwise.
type Generic[Self any, self any, String any, K comparable, S any, D any] struct {
	First  Self   `json:"first,omitempty"`
	Second self   `json:"second,omitempty"`
	Third  String `json:"third,omitempty"`
	Fourth K      `json:"fourth,omitempty"`
	Fifth  []S    `json:"fifth,omitempty"`
	Sixth  *D     `json:"sixth,omitempty"`
	Text   string `json:"text,omitempty"`
	Struct struct {
		Again Self `json:"again,omitempty"`
	} `json:"struct,omitempty"`
}

// Instances have arguments.
type Instances struct {
	Generic Generic[string, int32, bool, string, Letters, Comments] `json:"generic,omitempty"`
}

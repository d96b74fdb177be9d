// +old

// Package comments has comments in every place.
// +k8s:openapi-gen=true
package comments // +trailing

// +detached

// +maxLength=3
// type Old string

// +above

// Doc of A.
// +doc
type A struct { // +behind
	// +above-field

	// Field B.
	// +maxLength=1
	B string `json:"b"` // +beside

	// +lost

	C string `json:"c"`
	/* +block */
	D string `json:"d"`
	/*
	 * Stars.
	 * +optional
	 */
	E string `json:"e"`

	// +same

	// +same
	F string `json:"f"`
	//+optional
	G string `json:"g"`
	//    Indented
	//	code
	//
	//
	// TODO: remove
	// TODO(someone): also
	// ---
	// After the line.
	H string `json:"h"`
	// A paragraph
	// with lines.
	//
	// * a list
	// * of things
	//
	// - another
	//   continued
	//
	// 1. first
	// 2. second
	//
	// # Heading
	//
	// Last. See [A] and [B.C], "quotes", `code` and \ backslash	tab.
	I string `json:"i"`
	// +k8s:deprecated
	// Deprecated: use I.
	J string `json:"j"`
	// Multi
	// +validationRule="self == 'a' ||
	//   self == 'b'",
	//   message="neither a
	//   nor b"
	// after.
	K string `json:"k"`
	// +validationRule=`
	//   self != 'c'
	// `
	L string `json:"l"`
	// +validationRule="""self == "d" """,message="d"
	M string `json:"m"`
	//nolint:foo
	//go:generate x
	//idlgen:allow IDL0301 known
	N string `json:"n"`
	// <gateway:experimental>
	O string `json:"o"`
	// Text <gateway:experimental>only here</gateway:experimental> and there.
	// <gateway:util:excludeFromCRD>
	// Hidden
	// </gateway:util:excludeFromCRD>
	P string `json:"p"`
	Q struct {
		// +lost-too

		// +minimum=1
		R int `json:"r"` // r
	} `json:"q"`
	// +end
}

// +between

var X = 1

// +on-function
func F() {}

// +on-constants
const (
	// +on-constant
	One = 1 // one
)

//idlgen:allow IDL0301
//idlgen:allow IDL9999 nothing
//idlgen:allow
//idlgen:alow IDL0301 x
//idlgen:allow misspelled-tag because
// +optionall
type Allowed struct {
	//idlgen:allow IDL0501 fine
	// +maxLength=1
	A int `json:"a"`
}

// +last

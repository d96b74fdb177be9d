// Package v1 is of another module.
package v1

// Place is a place.
type Place struct {
	// +maxLength=3
	Name string `json:"name"`
}

// Level says how high.
type Level string

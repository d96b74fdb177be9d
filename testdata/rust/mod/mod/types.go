// Package mod has the name of a file of Rust too.
package mod

// Other is of a package in a package.
type Other struct {
	Name string `json:"name,omitempty"`
}

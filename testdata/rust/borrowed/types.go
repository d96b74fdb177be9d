// Package borrowed uses types of another crate that idlgen wrote as well.
package borrowed

import (
	"example.com/golden/constraints"
	"example.com/golden/enumerations"
)

// Borrowed uses them.
type Borrowed struct {
	// +optional
	Numbers constraints.Numbers `json:"numbers,omitempty"`
	Texts   constraints.Texts   `json:"texts"`
	Pointer *constraints.Both   `json:"pointer,omitempty"`
	// +listType=map
	// +listMapKey=short
	List   []constraints.Texts            `json:"list,omitempty"`
	ByName map[string]constraints.Numbers `json:"byName,omitempty"`
	Policy enumerations.Policy            `json:"policy,omitempty"`
}

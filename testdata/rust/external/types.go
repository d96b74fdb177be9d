// Package external uses types that exist already.
package external

import (
	elsewherev1 "example.com/elsewhere/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// External uses them.
type External struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +required
	Place elsewherev1.Place `json:"place"`
	// +optional
	Optional elsewherev1.Place  `json:"optional,omitempty"`
	Pointer  *elsewherev1.Place `json:"pointer,omitempty"`
	// +maxItems=1
	Places []elsewherev1.Place          `json:"places,omitempty"`
	ByName map[string]elsewherev1.Place `json:"byName,omitempty"`
	Level  elsewherev1.Level            `json:"level,omitempty"`
	Levels Levels                       `json:"levels,omitempty"`
	// +listType=set
	Set []elsewherev1.Level `json:"set,omitempty"`
	// +validationRule="self.name != 'x'"
	Ruled *elsewherev1.Place `json:"ruled,omitempty"`
}

// Scores are floats, which are neither Eq nor Hash.
type Scores struct {
	Values map[string]float64 `json:"values,omitempty"`
}

// Levels are several.
type Levels []elsewherev1.Level

// Box contains a value of any type.
//
// +validationRule="self.count > 0"
type Box[T any] struct {
	Value T `json:"value"`
	// +optional
	Other T `json:"other,omitempty"`
	// +maxItems=1
	List   []T          `json:"list,omitempty"`
	ByName map[string]T `json:"byName,omitempty"`
	Inner  struct {
		Value *T `json:"value,omitempty"`
	} `json:"inner,omitempty"`
	Count int32 `json:"count"`
}

// PlaceBox contains a value of a type of another crate.
type PlaceBox Box[elsewherev1.Place]

// PlacesBox contains lists of them.
type PlacesBox Box[[]elsewherev1.Place]

// Boxes uses generic structs whose type arguments are types of another crate.
type Boxes struct {
	Place  *PlaceBox   `json:"place,omitempty"`
	Places []PlacesBox `json:"places,omitempty"`
}

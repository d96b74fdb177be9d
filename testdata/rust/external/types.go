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

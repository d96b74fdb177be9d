// Package v1 describes gadgets.
// +groupName=gadgets.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Gadget is a thing with a size and a few labels.
type Gadget struct {
	metav1.TypeMeta `json:",inline"`
	// Standard object metadata.
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the gadget is like.
	Spec GadgetSpec `json:"spec"`
}

// GadgetSpec says what a gadget is like.
type GadgetSpec struct {
	// The size in millimetres.
	// +minimum=1
	// +maximum=1000
	Size int32 `json:"size"`

	// The colour.
	// +optional
	// +default="Grey"
	Colour Colour `json:"colour,omitempty"`

	// Words to find it by.
	// +optional
	// +maxItems=3
	// +listType=set
	Words []string `json:"words,omitempty"`
}

// Colour is a colour that gadgets come in.
// +enum
type Colour string

const (
	// ColourGrey is grey.
	ColourGrey Colour = "Grey"
	// ColourRed is red.
	ColourRed Colour = "Red"
)

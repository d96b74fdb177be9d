// Package v1 has the types of the figure in README.md.
// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true

// Gadget is a device.
type Gadget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GadgetSpec `json:"spec"`
}

// +validationRule="self.min <= self.max"

// GadgetSpec is the desired state.
type GadgetSpec struct {
	// +minimum=1
	Min int32 `json:"min"`
	// +maximum=10
	Max int32 `json:"max"`
}

// Package native has objects that API servers serve natively: structs by value are always there.
package native

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Machine is an object.
type Machine struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +optional
	Spec MachineSpec `json:"spec,omitempty"`
	// +optional
	Status MachineStatus `json:"status,omitempty"`
}

// MachineSpec needs parts.
// +validationRule="has(self.size) && self.size.width != 7"
type MachineSpec struct {
	Parts []string `json:"parts"`
	// +optional
	Size Size `json:"size,omitempty"`
	// Not there unless it holds anything.
	// +optional
	Spare    Size  `json:"spare,omitzero"`
	Pointer  *Size `json:"pointer,omitempty"`
	Replicas int32 `json:"replicas,omitempty"`
}

// MachineStatus is what was seen.
type MachineStatus struct {
	// +optional
	Seen Size `json:"seen,omitempty"`
	// +optional
	Phase string `json:"phase,omitempty"`
}

// Size needs a width.
type Size struct {
	Width int32 `json:"width"`
}

// MachineList is a list of them.
type MachineList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Machine `json:"items"`
}

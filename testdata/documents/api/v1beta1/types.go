// +groupName=workshop.example.com

// Package v1beta1 is what came before v1. Nothing says what its definitions are called, so they have the names of the Go types.
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Lamp lights a bench.
// +kubebuilder:resource:scope=Cluster,path=lights
// +kubebuilder:subresource:status
type Lamp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// How it shines.
	Light Light `json:"light"`
}

// Light is how a lamp shines.
type Light struct {
	// The colour, in kelvin.
	// +minimum=1000
	Temperature int32 `json:"temperature"`
}

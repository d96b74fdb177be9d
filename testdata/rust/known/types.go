// Package known uses the types that every API uses.
package known

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Known is an object.
type Known struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KnownSpec `json:"spec"`
	// +optional
	Status KnownStatus `json:"status,omitempty"`
}

// KnownSpec is what is wanted.
type KnownSpec struct {
	// The port is required, though zero is a port.
	Port       intstr.IntOrString           `json:"port"`
	TargetPort *intstr.IntOrString          `json:"targetPort,omitempty"`
	Limits     map[string]resource.Quantity `json:"limits,omitempty"`
	Size       resource.Quantity            `json:"size"`
	Timeout    metav1.Duration              `json:"timeout,omitempty"`
	Grace      *metav1.Duration             `json:"grace,omitempty"`
	Selector   *metav1.LabelSelector        `json:"selector,omitempty"`
	Template   runtime.RawExtension         `json:"template,omitempty"`
	Object     runtime.Object               `json:"object,omitempty"`
	// A resource of any kind.
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Resource *runtime.RawExtension `json:"resource,omitempty"`
}

// KnownStatus is what is.
type KnownStatus struct {
	// +optional
	LastSeen metav1.Time `json:"lastSeen,omitempty"`
	// +optional
	Exact *metav1.MicroTime `json:"exact,omitempty"`
	// +optional
	// +listType=atomic
	Times []metav1.Time `json:"times,omitempty"`
}

// KnownList is a list of objects.
type KnownList struct {
	metav1.TypeMeta `json:",inline"`
	Items           []Known `json:"items"`
}

// Objects is a list of objects as API servers have them.
type Objects struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []Known `json:"items"`
}

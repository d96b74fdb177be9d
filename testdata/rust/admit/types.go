// Package v1 has kinds that process requests like an API server.
// +groupName=example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Gadget has everything that a custom resource may have.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:deprecatedversion:warning="example.com/v1 Gadget is old"
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 12",message="the name is too long"
type Gadget struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GadgetSpec `json:"spec"`
	// +optional
	Status GadgetStatus `json:"status,omitempty"`
}

// GadgetSpec is what is wanted.
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not be above max"
// +kubebuilder:validation:XValidation:rule="!has(self.class) || self.class == oldSelf.class",message="class is immutable"
// +kubebuilder:validation:XValidation:rule="!has(self.limit) || self.mode != 'slow'"
type GadgetSpec struct {
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=20
	Min int32 `json:"min"`
	Max int32 `json:"max"`
	// +kubebuilder:default=3
	Replicas *int32 `json:"replicas,omitempty"`
	// +kubebuilder:validation:Enum=fast;slow;odd
	// +kubebuilder:default=fast
	Mode string `json:"mode,omitempty"`
	// +optional
	// +kubebuilder:validation:MinLength=2
	// +kubebuilder:validation:MaxLength=5
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	Class string `json:"class"`
	// +kubebuilder:validation:MinLength=2
	Label *string            `json:"label,omitempty"`
	Limit *resource.Quantity `json:"limit,omitempty"`
	// +optional
	Size resource.Quantity  `json:"size,omitempty"`
	Port intstr.IntOrString `json:"port,omitempty"`
	Wait *metav1.Duration   `json:"wait,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +listType=set
	Tags []string `json:"tags,omitempty"`
	// +listType=map
	// +listMapKey=name
	Parts []Part `json:"parts,omitempty"`
	// +listType=set
	Levels []float64 `json:"levels,omitempty"`
	// +listType=map
	// +listMapKey=factor
	Rates []Rate `json:"rates,omitempty"`
	// +kubebuilder:validation:MaxProperties=2
	Labels map[string]string `json:"labels,omitempty"`
	ByName map[string]Part   `json:"byName,omitempty"`
	// +optional
	Inner Part `json:"inner,omitempty"`
	// +optional
	Zero Part `json:"zero,omitzero"`
	// +kubebuilder:default={name: given}
	Given *Part `json:"given,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Any *runtime.RawExtension `json:"any,omitempty"`
	// +nullable
	Maybe *int64  `json:"maybe,omitempty"`
	Flag  bool    `json:"flag,omitempty"`
	Ratio float64 `json:"ratio,omitempty"`
	Data  []byte  `json:"data,omitempty"`
	// The CRD declares no fields of their metadata.
	Templates []Template `json:"templates,omitempty"`
}

// Template has the metadata of another object.
type Template struct {
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +optional
	// +kubebuilder:validation:MaxLength=6
	Note string `json:"note,omitempty"`
}

// Part is a part.
// +kubebuilder:validation:XValidation:rule="self.name != 'bad' || self.weight > 1"
type Part struct {
	// +kubebuilder:validation:MaxLength=6
	Name string `json:"name"`
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	Weight int64 `json:"weight,omitempty"`
}

// Rate has a float as its key.
type Rate struct {
	Factor float64 `json:"factor"`
	Name   string  `json:"name,omitempty"`
}

// GadgetStatus is what is.
// +kubebuilder:validation:XValidation:rule="!has(self.replicas) || self.replicas >= oldSelf.?replicas.orValue(0)",message="may only grow"
type GadgetStatus struct {
	Replicas *int32 `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
	// +optional
	Seen *metav1.Time `json:"seen,omitempty"`
	// +listType=map
	// +listMapKey=type
	Conditions []Condition `json:"conditions,omitempty"`
}

// Condition is an observation.
type Condition struct {
	Type string `json:"type"`
	// +kubebuilder:validation:Enum=True;False;Unknown
	Status string      `json:"status"`
	Since  metav1.Time `json:"since,omitempty"`
}

// Site is cluster-scoped and has no subresources.
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Region Part `json:"region,omitzero"`
	// +optional
	Status *GadgetStatus `json:"status,omitempty"`
	Parts  []Part        `json:"parts,omitempty"`
}

// Late has a status with a default.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Late struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Part `json:"spec,omitempty"`
	// +kubebuilder:default={phase: Pending}
	Status LateStatus `json:"status,omitempty"`
}

// LateStatus is what is.
type LateStatus struct {
	// +kubebuilder:validation:Enum=Pending;Ready
	Phase string `json:"phase,omitempty"`
	// +kubebuilder:validation:Maximum=9
	Count *int32 `json:"count,omitempty"`
}

// Wrapper embeds a resource, which only the schema describes.
// +kubebuilder:object:root=true
type Wrapper struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Template runtime.RawExtension `json:"template"`
}

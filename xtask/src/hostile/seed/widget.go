package v1

import (
	corev1 "example.com/shop/core"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Widget has markers of all notations.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=wd;wid,categories=all,scope=Namespaced
// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,priority=1
// +kubebuilder:selectablefield:JSONPath=`.spec.color`
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is asked for.
	Spec WidgetSpec `json:"spec"`
	// What there is.
	// +optional
	Status WidgetStatus `json:"status,omitempty"`
}

// WidgetList is a list.
//
// +kubebuilder:object:root=true
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// WidgetSpec is what is asked for.
//
// +kubebuilder:validation:XValidation:rule="self.size < 9 || !has(self.zones) || self.zones.all(z, z.startsWith('a'))",message="too large"
// +kubebuilder:validation:XValidation:rule="self.size >= oldSelf.size",messageExpression="'not below %d'.format([oldSelf.size])"
type WidgetSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=99
	Size int32 `json:"size"`

	// +kubebuilder:default=red
	// +optional
	Color Color `json:"color,omitempty"`

	// +listType=set
	// +kubebuilder:validation:MaxItems=9
	// +kubebuilder:validation:items:MaxLength=20
	// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
	Zones []string `json:"zones,omitempty"`

	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=9
	// +optional
	Ports []Port `json:"ports,omitempty"`

	// +optional
	Parts map[string]*Part `json:"parts,omitempty"`

	// +k8s:optional
	// +k8s:maxLength=12
	// +k8s:format=k8s-short-name
	Owner *string `json:"owner,omitempty"`

	// +optional
	Limit *corev1.Limit `json:"limit,omitempty"`

	// +maximum=9
	// +nullable
	// +optional
	Weight *int64 `json:"weight,omitempty"`
}

// Color is a color.
//
// +kubebuilder:validation:Enum=red;green;blue
// +enum
type Color string

const (
	// Red is the default.
	Red Color = "red"
	// Green is not.
	Green Color = "green"
	// Blue is not.
	Blue Color = "blue"
)

// Port is a port.
type Port struct {
	// +kubebuilder:validation:MaxLength=20
	Name string `json:"name"`
	// +default=80
	// +optional
	Port int32 `json:"port,omitempty"`
}

// Part is made of parts.
//
// +kubebuilder:pruning:PreserveUnknownFields
type Part struct {
	Base `json:",inline"`
	// +kubebuilder:validation:Schemaless
	Inner []Part `json:"inner,omitempty"`
}

// Base is embedded.
type Base struct {
	// +kubebuilder:validation:MinLength:=1
	Label string `json:"label"`
}

// WidgetStatus is what there is.
type WidgetStatus struct {
	// +optional
	Phase string `json:"phase,omitempty"`
	// +optional
	// +listType=map
	// +listMapKey=type
	// +patchStrategy=merge
	// +patchMergeKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`
}

// Package v1 has widgets.
// +groupName=shop.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Colour is what a widget looks like.
// It has no shades.
// +kubebuilder:validation:Enum=red;green;blue
type Colour string

// Label is a short text.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
type Label string

// WidgetSpec is what is wanted.
// +kubebuilder:validation:XValidation:rule="self.minSize <= self.maxSize",message="the smallest is not the largest"
type WidgetSpec struct {
	// MinSize is the smallest
	// size.
	//
	// TODO: say the unit
	// +kubebuilder:validation:Minimum=0
	MinSize int32 `json:"minSize"`
	// +kubebuilder:default=10
	MaxSize int64 `json:"maxSize,omitempty"`
	// Count has no limit in Go.
	Count int `json:"count"`

	Colour Colour `json:"colour"`
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=8
	Labels []Label `json:"labels"`
	// Parts by name.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=4
	Parts []Part `json:"parts,omitempty"`
	Port  intstr.IntOrString `json:"port,omitempty"`
	Size  *resource.Quantity `json:"size,omitempty"`
	// +nullable
	Until *metav1.Time `json:"until,omitempty"`
	Every metav1.Duration `json:"every,omitempty"`
	// Template is made into objects.
	Template Template `json:"template,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Free map[string]string `json:"free,omitempty"`
}

// Part is a piece.
type Part struct {
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	Name string `json:"name"`
	// +kubebuilder:validation:Format=uri
	Link string `json:"link,omitempty"`
}

// Template has metadata of its own.
type Template struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// WidgetStatus is what there is.
type WidgetStatus struct {
	Replicas int32 `json:"replicas,omitempty"`
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Widget is sold.
// +kubebuilder:resource:scope=Cluster,shortName=wd;wdg,categories={all,shop}
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.count,statuspath=.status.replicas
// +kubebuilder:printcolumn:name="Colour",type=string,JSONPath=`.spec.colour`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`,priority=1
// +kubebuilder:selectablefield:JSONPath=`.spec.colour`
// +kubebuilder:metadata:annotations="shop.example.com/unit=mm",labels={tier=front}
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec"`
	// +optional
	Status WidgetStatus `json:"status"`
}

// WidgetList is a list of them.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

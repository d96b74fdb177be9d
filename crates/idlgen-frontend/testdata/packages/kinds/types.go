// Package kinds has kinds with resources of every form.
//
// +kubebuilder:object:generate=true
// +groupName=kinds.example.com
// +kubebuilder:validation:Optional
package kinds

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	GroupVersion  = schema.GroupVersion{Group: "kinds.example.com", Version: "v1alpha1"}
	SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)
)

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion, &Widget{}, &WidgetList{}, &Gadget{}, &GadgetList{}, &Bus{}, &City{}, &Plain{}, &Aliased{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

// +genclient
// +genclient:nonNamespaced
// +genclient:noStatus
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=widgetz,singular=wid,shortName=w;wd,categories={all,some},scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.spec.replicas,description="How many",priority=1,format=int32
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:storageversion
// +kubebuilder:deprecatedversion:warning="use v1"
// +kubebuilder:metadata:labels="a=b",annotations={"c=d","e=f"}
// +kubebuilder:selectablefield:JSONPath=.spec.color

// Widget is a kind.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WidgetSpec   `json:"spec"`
	Status WidgetStatus `json:"status,omitempty"`
}

type WidgetSpec struct {
	// +kubebuilder:default=1
	Replicas int32 `json:"replicas"`
	// +required
	Color string `json:"color"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf"
	Fixed string `json:"fixed"`
}

type WidgetStatus struct {
	Replicas int32  `json:"replicas"`
	Selector string `json:"selector"`
}

// +kubebuilder:object:root=true

type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// +genclient
// +genclient:onlyVerbs=get,list
// +genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale
// +genclient:method=UpdateScale,verb=update,subresource=scale,input=k8s.io/api/autoscaling/v1.Scale,result=Widget
// +genclient:skipVerbs=watch
// +resourceName=gizmos
// +kubebuilder:unservedversion
type Gadget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type GadgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Gadget `json:"items"`
}

// +genclient
// +genclient:noVerbs
// +kubebuilder:printcolumn:name=Bad,type=string,JSONPath=spec
// +kubebuilder:selectablefield:JSONPath=.metadata.name
// +kubebuilder:subresource:scale:specpath=.spec,statuspath=.none
type Bus struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              string `json:"spec"`
}

// +kubebuilder:skipversion
type City struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Plain embeds no metadata.
type Plain struct {
	A string `json:"a"`
}

type Aliased = Widget

type Copied Gadget

// +kubebuilder:skip
type Skipped struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

type unexported struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Named embeds TypeMeta under a name.
type Named struct {
	Meta metav1.TypeMeta `json:"meta"`
}

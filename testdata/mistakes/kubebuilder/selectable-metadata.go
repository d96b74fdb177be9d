// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.metadata.name
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0306 at 7:42
//want: says cannot be in `metadata`
//want: by hand // +kubebuilder:selectablefield:JSONPath=.spec.replicas

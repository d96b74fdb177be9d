// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name=Replicas,type=integer
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0303 at 7:5
//want: says requires `JSONPath`
//want: by hand // +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=`.spec.replicas`

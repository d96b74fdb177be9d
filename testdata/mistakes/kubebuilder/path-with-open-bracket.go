// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=`.spec.list[0`
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	List []int32 `json:"list"`
}

//want: IDL0306 at 7:76
//want: says has no closing
//want: by hand // +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=`.spec.list[0]`

// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

// +kubebuilder:validation:ExactlyOneOf=a;c
type WidgetSpec struct {
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
}

//want: IDL0513 at 14:43
//want: edit makes // +kubebuilder:validation:ExactlyOneOf=a;b

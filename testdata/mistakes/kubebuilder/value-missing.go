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

type WidgetSpec struct {
	// +kubebuilder:validation:MaxLength
	Name string `json:"name"`
}

//want: IDL0303 at 15:6
//want: says an integer of at least 0
//want: by hand // +kubebuilder:validation:MaxLength=5

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
	// +kubebuilder:validation:Minimum=5
	// +kubebuilder:default=1
	Size int32 `json:"size"`
}

//want: IDL0510 at 16:26
//want: says greater than or equal to 5
//want: by hand // +kubebuilder:default=5

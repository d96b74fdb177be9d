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
	// +kubebuilder:validation:XValidation:rule="self.startsWith('a'"
	Name string `json:"name"`
}

//want: IDL0318 at 15:62
//want: says `(` is not closed
//want: by hand // +kubebuilder:validation:XValidation:rule="self.startsWith('a')"

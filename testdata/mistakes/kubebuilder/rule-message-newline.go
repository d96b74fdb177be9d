// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:validation:XValidation:rule="self.spec.replicas > 0",message="a\nb"
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0319 at 7:80
//want: says the message has a line break
//want: by hand // +kubebuilder:validation:XValidation:rule="self.spec.replicas > 0",message="a"

// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:validation:XValidation:rule="self.spec.replicas > 0",messageExpression="self.spec.replicas"
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0625 at 7:89
//want: says convert it to a string
//want: by hand // +kubebuilder:validation:XValidation:rule="self.spec.replicas > 0",messageExpression="string(self.spec.replicas)"

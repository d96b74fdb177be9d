// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:validation:XValidation:rule="self.spec.replica > 0"
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

type WidgetSpec struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0621 at 7:55
//want: edit makes // +kubebuilder:validation:XValidation:rule="self.spec.replicas > 0"

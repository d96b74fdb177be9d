// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.replicas,statuspath=.status.replicas
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Scaled `json:"spec"`
	Status            Scaled `json:"status"`
}

type Scaled struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0306 at 7:44
//want: says `.spec.`
//want: by hand // +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas

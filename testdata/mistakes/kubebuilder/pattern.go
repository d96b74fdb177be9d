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
	// +kubebuilder:validation:Pattern=`^[a-z`
	Name string `json:"name"`
}

//want: IDL0509 at 15:39
//want: says missing closing ]
//want: by hand // +kubebuilder:validation:Pattern=`^[a-z]`

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
	// +listType=map
	// +listMapKey=name
	Items []Item `json:"items"`
}

type Item struct {
	Key string `json:"key"`
}

//want: IDL0511 at 16:17
//want: says use JSON names for keys
//want: by hand // +listMapKey=key

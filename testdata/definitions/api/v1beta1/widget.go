// +groupName=shop.example.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Widget was sold.
// +kubebuilder:resource:scope=Cluster,shortName=wd;wdg,categories={all,shop}
// +kubebuilder:deprecatedversion:warning="use v1"
// +kubebuilder:unservedversion
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Size int `json:"size"`
}

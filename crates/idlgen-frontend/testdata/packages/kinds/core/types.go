// Package core has no group.
//
// +groupName=
package core

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +genclient
type Pod struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Status            string `json:"status"`
}

// Package v1 is another version.
//
// +groupName=kinds.example.com
// +versionName=v1
// +k8s:openapi-gen=true
// +k8s:deepcopy-gen=package
package v1

import (
	"example.com/packages/kinds"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +genclient
// +k8s:prerelease-lifecycle-gen:introduced=1.20
// +k8s:prerelease-lifecycle-gen:deprecated=1.25
// +k8s:prerelease-lifecycle-gen:removed=1.30
// +k8s:prerelease-lifecycle-gen:replacement=example.com,v2,Widget

// Widget is the same kind.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +listType=map
	// +listMapKey=color
	// +patchStrategy=merge
	// +patchMergeKey=color
	Specs []kinds.WidgetSpec `json:"specs"`
	Old   *kinds.Plain       `json:"old,omitempty"`
}

type Copied kinds.Gadget

type Route = kinds.Widget

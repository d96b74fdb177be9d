// +groupName=example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/version"
)

// +k8s:openapi-gen=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec"`
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +k8s:openapi-gen=true
type WidgetSpec struct {
	Port     intstr.IntOrString      `json:"port"`
	Size     resource.Quantity       `json:"size"`
	Selector *metav1.LabelSelector   `json:"selector,omitempty"`
	Since    metav1.Time             `json:"since,omitempty"`
	Micro    metav1.MicroTime        `json:"micro,omitempty"`
	Every    *metav1.Duration        `json:"every,omitempty"`
	Extra    runtime.RawExtension    `json:"extra,omitempty"`
	Kind     schema.GroupVersionKind `json:"kind,omitempty"`
	UID      types.UID               `json:"uid"`
	Target   types.NamespacedName    `json:"target"`
	Version  version.Info            `json:"version"`
	Status   metav1.Status           `json:"status"`
	List     metav1.ListOptions      `json:"list"`
	Table    metav1.Table            `json:"table"`
	Event    metav1.WatchEvent       `json:"event"`
}

// Package functions has rules that hand-written functions replace, hand-written validators, and unpublished rules.
// +groupName=example.com
// +versionName=v1
package functions

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Shelf contains ranges.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Shelf struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShelfSpec `json:"spec"`
	// +optional
	Status ShelfStatus `json:"status,omitempty"`
}

// ShelfSpec contains ranges in every way.
// +validationRule="!has(self.ranges) || self.ranges.size() < 3",message="there are too many ranges",publish=false
type ShelfSpec struct {
	// +optional
	// +listType=map
	// +listMapKey=prefix
	// +kubebuilder:validation:MaxItems=5
	Ranges []Range `json:"ranges,omitempty"`
	// +optional
	// +maxProperties=5
	ByName map[string]*Range `json:"byName,omitempty"`
	// +optional
	One *Range `json:"one,omitempty"`
	// +optional
	Codes []Code `json:"codes,omitempty"`
	// +optional
	// +kubebuilder:validation:MaxLength=8
	Plain string `json:"plain,omitempty"`
}

// ShelfStatus has nothing to check.
type ShelfStatus struct {
	Count int32 `json:"count,omitempty"`
}

// Range is a range of sizes.
// +validationRule="self.minSize <= self.maxSize"
// +validationRule="!has(self.labels) || self.labels.all(key, key.startsWith(self.prefix))",messageExpression="'labels must start with ' + self.prefix"
// +validationRule="self.maxSize >= oldSelf.maxSize"
// +validationRule="!oldSelf.hasValue() || self.prefix == oldSelf.value().prefix",optionalOldSelf=true
// +validationRule="self.minSize >= oldSelf.minSize",message="minSize must not shrink",fieldPath=".minSize",publish=false
type Range struct {
	MinSize int32 `json:"minSize"`
	MaxSize int32 `json:"maxSize"`
	// +optional
	// +maxProperties=5
	Labels map[string]string `json:"labels,omitempty"`
	// +validationRule="self != 'root'",reason=Forbidden
	// +maxLength=10
	Prefix string `json:"prefix"`
	// Not replaced.
	// +validationRule="self != 'never'"
	Other string `json:"other"`
}

// Code is a word.
// +validationRule="self != 'none'"
// +validationRule="self != 'secret'",publish=false,reason=Forbidden
type Code string

package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Record shows metadata with rules of its own, required fields with omitempty, mutual exclusion and custom messages.
type Record struct {
	metav1.TypeMeta `json:",inline"`
	// Standard object metadata.
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is recorded.
	Spec ExampleSpec `json:"spec"`
}

// ExampleSpec embeds metadata of its own.
//
// +mutually_exclusive=inline,reference
type ExampleSpec struct {
	// Metadata of what is recorded.
	// +nameFormat=dns1123subdomain
	// +override:name=+maxLength=253
	// +override:generateName=+maxLength=252
	metav1.ObjectMeta `json:"metadata"`

	// The groups that the record is about. '*' is all groups.
	// +required
	// +listType=atomic
	APIGroups []string `json:"apiGroups,omitempty"`

	// The recorded text.
	// +optional
	// +minLength=3
	// +errorMessage(minLength)="must say something",reason=Invalid
	Inline string `json:"inline,omitempty"`

	// Where the recorded text is.
	// +optional
	Reference string `json:"reference,omitempty"`
}

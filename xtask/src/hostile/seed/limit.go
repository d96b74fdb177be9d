// Package core has what the other uses.
// +k8s:openapi-gen=true
package core

// Limit is a limit.
type Limit struct {
	// +kubebuilder:validation:Minimum=0
	// +required
	Value int64 `json:"value"`
	// +optional
	Label *Label `json:"label,omitempty"`
}

// Label is a label.
// +maxLength=63
type Label = string

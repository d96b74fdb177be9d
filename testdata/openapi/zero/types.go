// Package zero has fields whose zero value counts as absent, required and optional ones.
package zero

// Rule is required to have groups, although Go leaves an empty list out.
type Rule struct {
	// APIGroups is the API groups the resources belong to. '*' is all groups.
	// If '*' is present, the length of the slice must be one.
	// Required.
	// +listType=atomic
	// +required
	APIGroups []string `json:"apiGroups,omitempty"`

	// +optional
	Paused bool `json:"paused,omitempty"`

	// +optional
	// +default=false
	Enabled bool `json:"enabled,omitempty"`

	Weight int32 `json:"weight"`

	Ratio float64 `json:"ratio"`

	Labels map[string]string `json:"labels"`

	Pointer *string `json:"pointer"`

	Nested Nested `json:"nested"`

	// +optional
	Maybe Nested `json:"maybe,omitempty"`

	// +default=ref(DefaultPort)
	Port *int32 `json:"port,omitempty"`
}

// Nested has a required name.
type Nested struct {
	Name string `json:"name"`
}

// DefaultPort is the port of those who name none.
const DefaultPort int32 = 8443

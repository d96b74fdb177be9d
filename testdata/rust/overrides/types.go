// Package overrides says more of a shared type in one place.
package overrides

// Template is shared.
type Template struct {
	// +maxLength=10
	Name string `json:"name,omitempty"`
	// +optional
	Spec TemplateSpec `json:"spec,omitempty"`
}

// TemplateSpec is shared too.
type TemplateSpec struct {
	// +maximum=100
	Replicas *int32 `json:"replicas,omitempty"`
	Policy   string `json:"policy,omitempty"`
	// +listType=map
	// +listMapKey=name
	Items []Item `json:"items,omitempty"`
}

// Item has a name.
type Item struct {
	Name string `json:"name"`
}

// Job uses the template with less freedom.
type Job struct {
	// +override:name=+maxLength=3
	// +override:spec.replicas=+maximum=1
	// +override:spec.policy=+required
	Template Template `json:"template"`
	// As it comes.
	Plain *Template `json:"plain,omitempty"`
}

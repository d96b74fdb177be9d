// Package metadata has one type of object metadata and different rules for it.
package metadata

// ExampleSpec spells its rules out.
type ExampleSpec struct {
	// +validationRule="!has(self.name) || !format.dns1123Subdomain().validate(self.name).hasValue()",field="name"
	// +validationRule="!has(self.generateName) || !format.dns1123SubdomainPrefix().validate(self.generateName).hasValue()",field="generateName"
	ObjectMeta `json:"metadata,omitempty"`
}

// ShortSpec has the same rules from one tag.
type ShortSpec struct {
	// +nameFormat='dns1123subdomain'
	ObjectMeta `json:"metadata,omitempty"`
}

// ObjectMeta is what all objects have.
type ObjectMeta struct {
	// +optional
	Name string `json:"name,omitempty"`
	// +optional
	GenerateName string `json:"generateName,omitempty"`
	// +optional
	// +immutable
	Namespace string `json:"namespace,omitempty"`
}

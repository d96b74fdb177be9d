// Package template has a type that is used twice with different rules for what is in it.
package template

// PersistentVolume has a capacity.
type PersistentVolume struct {
	Spec PersistentVolumeSpec `json:"spec"`
}

// PersistentVolumeSpec is the wanted state of a volume.
//
// +validationRule="!has(self.capacity) || self.capacity.size() > 0"
type PersistentVolumeSpec struct {
	// Capacity by resource.
	// +minProperties=1
	Capacity map[string]string `json:"capacity"`

	// The class.
	// +maxLength=63
	// +default="standard"
	Class *string `json:"class,omitempty"`
}

// ClaimTemplate is used where the capacity is not known yet.
type ClaimTemplate struct {
	// The volume.
	// +override:spec.capacity=+optional
	// +override:spec.capacity=+minProperties=2
	// +override:spec.class=+maxLength=253
	// +override:spec.class=+default="fast"
	Volume PersistentVolume `json:"volume"`

	// Any other volume.
	Other *PersistentVolume `json:"other,omitempty"`
}

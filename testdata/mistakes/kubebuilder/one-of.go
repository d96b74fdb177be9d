package v1

// +kubebuilder:validation:ExactlyOneOf=other;nam
type Widget struct {
	Name *string `json:"name,omitempty"`
	Other *string `json:"other,omitempty"`
}

//want: IDL0513 at 3:47
//want: edit makes // +kubebuilder:validation:ExactlyOneOf=other;name

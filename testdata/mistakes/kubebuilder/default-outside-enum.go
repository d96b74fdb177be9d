package v1

type Widget struct {
	// +kubebuilder:default=rde
	// +kubebuilder:validation:Enum=red;blue
	A string `json:"a,omitempty"`
}

//want: IDL0510 at 4:26
//want: edit makes // +kubebuilder:default=red

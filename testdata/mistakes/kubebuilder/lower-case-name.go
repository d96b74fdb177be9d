package v1

type Widget struct {
	// +kubebuilder:validation:maxLength=3
	A string `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +kubebuilder:validation:MaxLength=3

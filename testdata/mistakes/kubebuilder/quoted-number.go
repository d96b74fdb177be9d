package v1

type Widget struct {
	// +kubebuilder:validation:MaxLength="5"
	A string `json:"a"`
}

//want: IDL0306 at 4:39
//want: edit makes // +kubebuilder:validation:MaxLength=5

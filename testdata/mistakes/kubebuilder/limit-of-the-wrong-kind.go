package v1

type Widget struct {
	// +kubebuilder:validation:MaxLength=3
	A []string `json:"a"`
}

//want: IDL0501 at 4:5
//want: edit makes // +kubebuilder:validation:items:MaxLength=3

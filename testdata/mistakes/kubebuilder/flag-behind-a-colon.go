package v1

type Widget struct {
	// +kubebuilder:validation:Required:true
	A string `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +kubebuilder:validation:Required

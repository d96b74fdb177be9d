package v1

type Widget struct {
	// +kubebuilder:validation:Type=strng
	A string `json:"a"`
}

//want: IDL0307 at 4:34
//want: edit makes // +kubebuilder:validation:Type=string

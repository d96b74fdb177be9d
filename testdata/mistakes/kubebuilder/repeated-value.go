package v1

type Widget struct {
	// +kubebuilder:validation:Enum={a,b,a}
	A string `json:"a"`
}

//want: IDL0512 at 4:34
//want: edit makes // +kubebuilder:validation:Enum={a,b}

package v1

type Widget struct {
	// +kubebuilder:validation:Enum=1;2
	A string `json:"a"`
}

//want: IDL0512 at 4:34
//want: edit makes // +kubebuilder:validation:Enum="1";"2"

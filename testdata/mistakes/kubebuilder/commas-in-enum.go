package v1

type Widget struct {
	// +kubebuilder:validation:Enum="a","b"
	A string `json:"a"`
}

//want: IDL0310 at 4:37
//want: edit makes // +kubebuilder:validation:Enum="a";"b"

package v1

type Widget struct {
	// +kubebuilder:validation:Minimum=1.5
	A int32 `json:"a"`
}

//want: IDL0540 at 4:37
//want: edit makes // +kubebuilder:validation:Minimum=2

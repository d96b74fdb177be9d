package v1

type Widget struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum
	A int32 `json:"a"`
}

//want: IDL0303 at 5:6
//want: edit makes // +kubebuilder:validation:ExclusiveMinimum=true

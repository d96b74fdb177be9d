package v1

type Widget struct {
	// +kubebuilder:validation:ExclusiveMinimum=true
	A int32 `json:"a"`
}

//want: IDL0506 at 4:5
//want: says add `+kubebuilder:validation:Minimum=…`
//want: by hand // +kubebuilder:validation:Minimum=1
//want: by hand // +kubebuilder:validation:ExclusiveMinimum=true

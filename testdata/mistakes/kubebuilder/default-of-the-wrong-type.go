package v1

type Widget struct {
	// +kubebuilder:default="3"
	A int32 `json:"a,omitempty"`
}

//want: IDL0510 at 4:26
//want: edit makes // +kubebuilder:default=3

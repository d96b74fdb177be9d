package v1

type Widget struct {
	// +kubebuilder:validation:XValidation:rul="self.size() > 1"
	A string `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +kubebuilder:validation:XValidation:rule="self.size() > 1"

package v1

type Widget struct {
	// +kubebuilder:validation:UniqueItems:true
	A []string `json:"a"`
}

//want: IDL0301 at 4:6
//want: says +listType=set
//want: by hand // +listType=set

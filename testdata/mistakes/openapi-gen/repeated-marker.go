package v1

type Widget struct {
	// +k8s:validation:maxLength=5
	// +k8s:validation:maxLength=6
	A string `json:"a"`
}

//want: IDL0333 at 5:31
//want: says already has a value

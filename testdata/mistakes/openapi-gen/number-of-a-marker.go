package v1

type Widget struct {
	// +k8s:validation:maxLength=many
	A string `json:"a"`
}

//want: IDL0306 at 4:31
//want: says not valid JSON
//want: by hand // +k8s:validation:maxLength=5

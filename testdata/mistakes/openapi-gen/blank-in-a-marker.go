package v1

type Widget struct {
	// +k8s:validation:maxLength = 5
	A string `json:"a"`
}

//want: IDL0331 at 4:5
//want: says remove the space before `=`
//want: by hand // +k8s:validation:maxLength=5

package v1

type Widget struct {
	// +k8s:validation:format="dns1123lable"
	A string `json:"a"`
}

//want: IDL0524 at 4:28
//want: edit makes // +k8s:validation:format="dns1123label"

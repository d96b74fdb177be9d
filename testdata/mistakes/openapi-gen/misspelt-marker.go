package v1

type Widget struct {
	// +k8s:validation:maxLenght=5
	A string `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +k8s:validation:maxLength=5

package v1

type Widget struct {
	// +k8s:validation:maxItems=5
	A string `json:"a"`
}

//want: IDL0501 at 4:5
//want: edit makes // +k8s:validation:maxLength=5

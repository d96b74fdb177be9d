package v1

type Widget struct {
	// +k8s:format=k8s-nope
	A string `json:"a"`
}

//want: IDL0524 at 4:17
//want: says k8s-uuid
//want: by hand // +k8s:format=k8s-uuid

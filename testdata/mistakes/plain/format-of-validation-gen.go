package v1

type Widget struct {
	// +k8s:format=k8s-shortname
	A string `json:"a"`
}

//want: IDL0524 at 4:17
//want: edit makes // +k8s:format=k8s-short-name

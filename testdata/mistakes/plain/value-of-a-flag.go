package v1

type Widget struct {
	// +k8s:required=true
	A string `json:"a"`
}

//want: IDL0304 at 4:18
//want: edit makes // +k8s:required

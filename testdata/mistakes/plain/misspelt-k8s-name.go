package v1

type Widget struct {
	// +k8s:minimun=1
	A int32 `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +k8s:minimum=1

package v1

type Widget struct {
	// +listType:=set
	A []string `json:"a"`
}

//want: IDL0324 at 4:14
//want: edit makes // +listType=set

package v1

type Widget struct {
	// +listType=sett
	A []string `json:"a"`
}

//want: IDL0307 at 4:15
//want: edit makes // +listType=set

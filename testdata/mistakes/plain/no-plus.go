package v1

type Widget struct {
	// listType=set
	A []string `json:"a"`
}

//want: IDL0302 at 4:5
//want: edit makes // +listType=set

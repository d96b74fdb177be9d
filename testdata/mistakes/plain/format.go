package v1

type Widget struct {
	// +format=dns1123lable
	A string `json:"a"`
}

//want: IDL0524 at 4:13
//want: edit makes // +format=dns1123label

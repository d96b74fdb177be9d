package v1

type Widget struct {
	// +maxLenght=3
	A string `json:"a"`
}

//want: IDL0301 at 4:6
//want: edit makes // +maxLength=3

package v1

type Widget struct {
	// +maxLength=3
	A []string `json:"a"`
}

//want: IDL0501 at 4:5
//want: edit makes // +maxItems=3

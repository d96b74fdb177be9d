package v1

type Widget struct {
	// +validationRule="self.size() > 1",
	A string `json:"a"`
}

//want: IDL0310 at 4:38
//want: edit makes // +validationRule="self.size() > 1"

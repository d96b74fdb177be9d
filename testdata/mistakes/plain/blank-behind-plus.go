package v1

type Widget struct {
	// + optional
	A string `json:"a,omitempty"`
}

//want: IDL0302 at 4:5
//want: edit makes // +optional

package v1

type Widget struct {
	// +listType=map
	// +listMapKey=nam
	A []Item `json:"a"`
}

type Item struct {
	Name string `json:"name"`
}

//want: IDL0511 at 5:17
//want: edit makes // +listMapKey=name

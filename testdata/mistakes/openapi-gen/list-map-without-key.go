package v1

type Widget struct {
	// +listType=map
	A []Item `json:"a"`
}

type Item struct {
	Name string `json:"name"`
}

//want: IDL0511 at 4:5
//want: says listMapKey
//want: by hand // +listType=map
//want: by hand // +listMapKey=name

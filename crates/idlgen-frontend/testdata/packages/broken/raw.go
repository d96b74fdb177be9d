package broken

type Raw struct {
	A string `json:"a"
	B string `json:"b"`
}

type Other struct {
	C string `json:"c"`
}

package broken

type Comment struct {
	A string `json:"a"`
}

/* never closed
type Lost struct{}

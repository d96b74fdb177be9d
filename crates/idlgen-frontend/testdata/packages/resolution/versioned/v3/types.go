package versioned

type Thing = map[string]struct {
	A []string `json:"a"`
}

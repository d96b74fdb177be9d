// Package presence is about what is there and what is not.
package presence

// Required has to be given.
type Required struct {
	Text    string            `json:"text"`
	Number  int32             `json:"number"`
	Flag    bool              `json:"flag"`
	List    []string          `json:"list"`
	Map     map[string]string `json:"map"`
	Pointer *string           `json:"pointer"`
	Struct  Inner             `json:"struct"`
	Ratio   float64           `json:"ratio"`
	// +required
	Said string `json:"said,omitempty"`
}

// Optional may be given.
type Optional struct {
	// +minLength=3
	Text string `json:"text,omitempty"`
	// +minimum=3
	Number int32 `json:"number,omitempty"`
	// +minItems=3
	List []string `json:"list,omitempty"`
	// +minProperties=3
	Map map[string]string `json:"map,omitempty"`
	// +minLength=3
	Pointer *string `json:"pointer,omitempty"`
	// Checked if it holds anything.
	Struct Inner `json:"struct,omitempty"`
	// +optional
	Tagged Inner `json:"tagged"`
	// +optional
	// +minLength=3
	Written      string `json:"written"`
	Deep         Middle `json:"deep,omitempty"`
	DeepRequired Middle `json:"deepRequired"`
}

// Middle is between.
type Middle struct {
	Inner Inner `json:"inner,omitempty"`
	Other Inner `json:"other"`
}

// Inner needs a name.
type Inner struct {
	// +required
	Name string  `json:"name"`
	Note *string `json:"note,omitempty"`
}

// Defaults are filled in where nothing is given.
type Defaults struct {
	// +default="abc"
	// +minLength=3
	// +required
	Text string `json:"text,omitempty"`
	// +default=7
	// +maximum=9
	Number *int32 `json:"number,omitempty"`
	// +default="a"
	// +minLength=3
	Invalid string `json:"invalid,omitempty"`
	// +default=1
	// +minimum=5
	InvalidPointer *int32 `json:"invalidPointer,omitempty"`
	// +default={"name": "x"}
	Struct *Inner `json:"struct,omitempty"`
	// +default={}
	InvalidStruct *Inner `json:"invalidStruct,omitempty"`
	// +default=["a", "b"]
	// +maxItems=3
	List []string `json:"list,omitempty"`
	// +default=true
	Flag *bool `json:"flag,omitempty"`
	// +default="x"
	// +validationRule="self != 'y'"
	Ruled string `json:"ruled,omitempty"`
	// +default="x"
	// +validationRule="self == oldSelf"
	Kept string `json:"kept,omitempty"`
	// +default=7
	// +validationRule="self >= oldSelf"
	KeptPointer *int32 `json:"keptPointer,omitempty"`
	// +default={"name": "x"}
	KeptStruct *Kept `json:"keptStruct,omitempty"`
}

// Kept stays as it is.
type Kept struct {
	// +validationRule="self == oldSelf"
	Name string `json:"name,omitempty"`
}

// Written is written even if it holds nothing.
type Written struct {
	List    []string          `json:"list"`
	Named   Names             `json:"named"`
	Map     map[string]string `json:"map"`
	Bytes   []byte            `json:"bytes"`
	Pointer *string           `json:"pointer"`
	Struct  *Inner            `json:"struct"`
	Quoted  *int32            `json:"quoted,string"`
	Any     any               `json:"any"`
	Lists   [][]string        `json:"lists"`
	To      *[]string         `json:"to"`
	Omitted []string          `json:"omitted,omitempty"`
}

// Names are a named list.
type Names []string

// Package scalars has a field of every simple type of Go.
package scalars

import (
	"encoding/json"
	"time"
)

// Scalars are values.
type Scalars struct {
	Bool    bool    `json:"bool"`
	String  string  `json:"string"`
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`
}

// Pointers are to values.
type Pointers struct {
	Bool    *bool    `json:"bool,omitempty"`
	String  *string  `json:"string,omitempty"`
	Int     *int     `json:"int"`
	Uint64  *uint64  `json:"uint64,omitempty"`
	Float64 *float64 `json:"float64,omitempty"`
	Twice   **string `json:"twice,omitempty"`
	Slice   *[]byte  `json:"slice,omitempty"`
}

// Collections hold values.
type Collections struct {
	Bytes    []byte               `json:"bytes,omitempty"`
	Strings  []string             `json:"strings,omitempty"`
	Pointers []*string            `json:"pointers,omitempty"`
	Matrix   [][]int32            `json:"matrix,omitempty"`
	Int8s    []int8               `json:"int8s,omitempty"`
	Array    [2]int64             `json:"array"`
	Map      map[string]string    `json:"map,omitempty"`
	Maps     map[string][]float32 `json:"maps,omitempty"`
	Deep     []map[string]*bool   `json:"deep,omitempty"`
	Blobs    map[string][]byte    `json:"blobs,omitempty"`
	Uint8s   []uint8              `json:"uint8s,omitempty"`
}

// Odd have forms of their own.
type Odd struct {
	// +minLength=2
	Quoted    int64           `json:"quoted,omitempty,string"`
	MaybeBool *bool           `json:"maybeBool,omitempty,string"`
	Any       any             `json:"any,omitempty"`
	Empty     interface{}     `json:"empty,omitempty"`
	Raw       json.RawMessage `json:"raw,omitempty"`
	Time      time.Time       `json:"time,omitempty"`
	Duration  time.Duration   `json:"duration,omitempty"`
}

// Quoted must be given.
type Quoted struct {
	Number int32 `json:"number,string"`
}

// Nothing is empty.
type Nothing struct{}

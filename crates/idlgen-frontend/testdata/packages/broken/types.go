// Package broken has syntax errors, each in a declaration of its own.
package broken

import "a" "b"

import (
	"c"
	d
)

type Colon struct {
	A: string
	B string `json:"b"`
}

type Comma struct {
	A string,
	B string `json:"b"`
}

type Tag struct {
	A string json:"a"
	B string "json:\"b\""
}

type Value struct {
	A string = "a"
}

type Map struct {
	A map[string
	B map string
	C []
	D [3
}

type 1Name struct{}

type NoBody

type Strct strct {
	A string
}

type Sound struct {
	// +maxLength=1
	A string `json:"a"`
}

const = 1

const A =

const B string = = 1

const C = 1 +

const (
	D = 1
	E F G
	H = "\q"
)

type Interface interface {
	A(
}

func broken( {
	return
}

var x = [

type After struct {
	A string `json:"a"`
}

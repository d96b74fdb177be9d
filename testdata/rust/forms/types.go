// Package forms has types whose JSON is another than their Go form says.
package forms

import (
	"encoding/json"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"
)

// Library has types of the standard library.
type Library struct {
	// An address is text.
	// +maxLength=15
	IP       net.IP           `json:"ip,omitempty"`
	IPs      []net.IP         `json:"ips,omitempty"`
	Mask     net.IPMask       `json:"mask,omitempty"`
	Hardware net.HardwareAddr `json:"hardware,omitempty"`
	// +optional
	Addr netip.Addr `json:"addr"`
	// A query is a map of lists of text.
	// +maxProperties=2
	Values url.Values  `json:"values,omitempty"`
	Header http.Header `json:"header,omitempty"`
	Number json.Number `json:"number,omitempty"`
	// +optional
	Exact *big.Float `json:"exact,omitempty"`
	// +optional
	Whole *big.Int `json:"whole,omitempty"`
	// +optional
	Ratio *big.Rat `json:"ratio,omitempty"`
	// +optional
	Mode os.FileMode `json:"mode,omitempty"`
	// +optional
	When *time.Time `json:"when,omitempty"`
	ByAddr map[netip.Addr]int `json:"byAddr,omitempty"`
}

// Address has the form of an address without its methods, so it is bytes.
type Address net.IP

// Own has types that write their JSON themselves.
type Own struct {
	// +optional
	Any Any `json:"any,omitempty"`
	// +optional
	Level Level `json:"level,omitempty"`
	// +maxLength=3
	// +optional
	Text *Text `json:"text,omitempty"`
	// +optional
	Stamp *Stamp `json:"stamp,omitempty"`
	// +optional
	Embeds *Embeds `json:"embeds,omitempty"`
	// +optional
	Plain   *Plain  `json:"plain,omitempty"`
	Address Address `json:"address,omitempty"`
}

// Any says nothing of what it writes.
type Any struct {
	A int `json:"a"`
}

// MarshalJSON is known to be there, and no more.
func (Any) MarshalJSON() ([]byte, error) { return nil, nil }

// Level is no number in JSON.
type Level int

// MarshalJSON is known to be there, and no more.
func (Level) MarshalJSON() ([]byte, error) { return nil, nil }

// Text is text in JSON.
// +minLength=1
type Text struct {
	A int `json:"a"`
}

// MarshalText writes it.
func (Text) MarshalText() ([]byte, error) { return nil, nil }

// Stamp has the methods of what it embeds.
type Stamp struct {
	time.Time
}

// Embeds has the methods of what it embeds.
type Embeds struct {
	Any `json:",inline"`
	B   int `json:"b"`
}

// Plain is declared from a type with methods, and has none of them.
type Plain Any

// Holder is generic and holds structs without a name.
type Holder[K any, V any] struct {
	Pair struct {
		Key K `json:"key"`
		// +maximum=5
		Count int32 `json:"count,omitempty"`
		Inner []struct {
			Value V `json:"value"`
		} `json:"inner,omitempty"`
	} `json:"pair"`
	// +optional
	Fixed *struct {
		// +maxLength=2
		Name string `json:"name,omitempty"`
	} `json:"fixed,omitempty"`
	ByName map[string]struct {
		Value V `json:"value"`
	} `json:"byName,omitempty"`
}

// Shared has fields of one struct without a name.
type Shared struct {
	Left, Right struct {
		// +minimum=1
		N int32 `json:"n,omitempty"`
	}
	Name string `json:"name,omitempty"`
}

// Texts is an instance.
type Texts Holder[string, string]

// Numbers is another one.
type Numbers Holder[string, int32]

// Holders use instances.
type Holders struct {
	Texts   Texts    `json:"texts"`
	Numbers *Numbers `json:"numbers,omitempty"`
}

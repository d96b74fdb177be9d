// Package recursion has types that hold themselves.
package recursion

// Node is a node of a tree.
type Node struct {
	// +minLength=2
	Name     string          `json:"name,omitempty"`
	Left     *Node           `json:"left,omitempty"`
	Right    *Node           `json:"right,omitempty"`
	Children []Node          `json:"children,omitempty"`
	ByName   map[string]Node `json:"byName,omitempty"`
}

// Ping leads to Pong.
type Ping struct {
	Pong *Pong `json:"pong,omitempty"`
}

// Pong leads to Ping.
type Pong struct {
	Alias PingAlias `json:"alias,omitempty"`
	// +maximum=3
	Number *int32 `json:"number,omitempty"`
}

// PingAlias is a pointer with a name.
type PingAlias = *Ping

// Plain has nothing to check, though it holds itself.
type Plain struct {
	Next *Plain `json:"next,omitempty"`
	Text string `json:"text,omitempty"`
}

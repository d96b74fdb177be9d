// Package declarative has tags of validation-gen.
//
// +k8s:validation-gen=TypeMeta
package declarative

// +k8s:validateFalse="type"
type All struct {
	// +k8s:required
	// +k8s:minLength=1
	// +k8s:maxLength=10
	// +k8s:maxBytes=20
	A string `json:"a"`
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=10
	B *int32 `json:"b,omitempty"`
	// +k8s:optional
	// +k8s:default=3
	// +default=3
	C *int32 `json:"c,omitempty"`
	// +k8s:forbidden
	D *string `json:"d,omitempty"`
	// +k8s:format=k8s-short-name
	E string `json:"e"`
	// +k8s:format=k8s-uuid
	F string `json:"f"`
	// +k8s:format=k8s-ip
	G string `json:"g"`
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=3
	// +k8s:minItems=1
	// +k8s:eachVal=+k8s:immutable
	// +k8s:item(name: "x")=+k8s:subfield(value)=+k8s:maxLength=3
	H []Item `json:"h"`
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:format=k8s-long-name
	// +k8s:unique=set
	I []string `json:"i"`
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:maxLength=3
	// +k8s:minProperties=1
	// +k8s:maxProperties=5
	J map[string]string `json:"j"`
	// +k8s:enum
	K Mode `json:"k"`
	// +k8s:immutable
	// +k8s:update=NoSet
	// +k8s:update=NoUnset
	// +k8s:update=NoModify
	L *string `json:"l,omitempty"`
	// +k8s:neq="a"
	// +k8s:neq=1
	M string `json:"m"`
	// +k8s:neq=false
	N bool `json:"n"`
	// +k8s:ifEnabled(X)=+k8s:required
	// +k8s:ifDisabled("Y")=+k8s:optional
	O *string `json:"o,omitempty"`
	// +k8s:opaqueType
	P Item `json:"p"`
	// +k8s:subfield(name)=+k8s:required
	// +k8s:subfield(name)=+k8s:subfield(x)=+k8s:required
	Q Item `json:"q"`
	// +k8s:alpha(since: "1.35")=+k8s:maxLength=4
	// +k8s:beta(since: "1.36")=+k8s:minLength=2
	R string `json:"r"`
	// +k8s:eachVal=+k8s:eachVal=+k8s:maxLength=1
	S [][]string `json:"s"`
	// +k8s:customUnique
	// +k8s:listType=atomic
	T []string `json:"t"`
	// +k8s:monotonic
	U int `json:"u"`
}

type Item struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// +k8s:enum
type Mode string

const (
	ModeA Mode = "a"
	// +k8s:ifDisabled(X)=+k8s:enumExclude
	ModeB Mode = "b"
	// +k8s:enumExclude
	ModeC Mode = "c"
	// +k8s:ifEnabled(X)=+k8s:enumExclude
	ModeD Mode = "d"
)

// Unions.
type Union struct {
	// +k8s:unionDiscriminator
	Type string `json:"type"`
	// +k8s:unionMember
	// +k8s:optional
	A *Item `json:"a,omitempty"`
	// +k8s:unionMember(memberName: "BB")
	// +k8s:optional
	B *Item `json:"b,omitempty"`
	// +k8s:zeroOrOneOfMember
	C *Item `json:"c,omitempty"`
	// +k8s:zeroOrOneOfMember(union: "other")
	D *Item `json:"d,omitempty"`
}

// +k8s:modeDiscriminator is text
type Modes struct {
	// +k8s:modeDiscriminator
	Mode string `json:"mode"`
	// +k8s:ifMode("A")=+k8s:required
	// +k8s:ifMode("B")=+k8s:forbidden
	A *string `json:"a,omitempty"`
	// +k8s:discriminator(name: "x")
	X string `json:"x"`
	// +k8s:member("Limited", discriminator: "x")=+k8s:required
	B *string `json:"b,omitempty"`
}

// +k8s:isSubresource="/scale"
// +k8s:supportsSubresource="/status"
type Scale struct {
	// +k8s:dependentRequired("b")
	A *string `json:"a,omitempty"`
	// +k8s:dependentForbidden("a")
	B *string `json:"b,omitempty"`
	// +k8s:minLength=5
	// +k8s:maxLength=3
	C string `json:"c"`
	// +k8s:maxLength=3
	// +k8s:maxLength=3
	D string `json:"d"`
	// +k8s:maxLength=3
	// +k8s:maxLength=4
	E string `json:"e"`
	// +k8s:ifEnabled(X)=+k8s:ifEnabled(Y)=+k8s:maxLength=3
	F string `json:"f"`
	// +k8s:item(name: "x")=+k8s:immutable
	G []string `json:"g"`
	// +k8s:item(nome: "x")=+k8s:immutable
	// +k8s:listType=map
	// +k8s:listMapKey=name
	H []Item `json:"h"`
	// +k8s:update=NoUnset
	I string `json:"i"`
	// +k8s:unique=wrong
	J []string `json:"j"`
}

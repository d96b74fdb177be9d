// Package channels has declarations with feature gates.
//
// +kubebuilder:validation:Required
package channels

// +openshift:enable:FeatureGate=A
type Gated string

// +openshift:enable:FeatureGate=B
// +openshift:enable:FeatureGate=C;A
type Either string

// +openshift:enable:FeatureGate=B
type Never struct {
	A string `json:"a"`
}

type Uses struct {
	A Gated             `json:"a"`
	B []Gated           `json:"b"`
	C map[string]Gated  `json:"c"`
	D map[Gated]string  `json:"d"`
	E *Gated            `json:"e,omitempty"`
	F [2]Either         `json:"f"`
	G Never             `json:"g"`
	H struct{ A Never } `json:"h"`
	I Generic[Never]    `json:"i"`
	J Generic[Either]   `json:"j"`
	// +openshift:enable:FeatureGate=A
	K string `json:"k"`
	// <gateway:experimental>
	L string `json:"l"`
	// <gateway:standard>
	M string `json:"m"`
	// +openshift:validation:FeatureGateAwareEnum:featureGate="",enum=a;b
	// +openshift:validation:FeatureGateAwareEnum:featureGate=A,enum=a;b;c
	N string `json:"n"`
	// +openshift:validation:FeatureGateAwareMaxItems:featureGate=A,maxItems=8
	// +openshift:validation:FeatureGateAwareMaxItems:featureGate=B,maxItems=9
	O []string `json:"o"`
	// +openshift:validation:FeatureGateAwareXValidation:featureGate=A,rule="self != 'x'"
	// +openshift:validation:FeatureGateAwareXValidation:requiredFeatureGate=A;B,rule="self != 'y'"
	P string `json:"p"`
	// Text for all.
	//
	// <gateway:experimental:description>
	// Text for experimental.
	// </gateway:experimental:description>
	// <gateway:experimental:validation:Enum=a;b>
	// <gateway:standard:validation:Enum=a>
	// <gateway:experimental:validation:XValidation:message="m",rule="self != 'z'">
	// <gateway:validation:XValidation:message="n",rule="self != 'n'">
	Q string `json:"q"`
	// <gateway:util:excludeFromCRD>
	// Notes for implementers.
	// </gateway:util:excludeFromCRD>
	// +k8s:ifEnabled(A)=+k8s:maxLength=3
	// +k8s:ifDisabled(A)=+k8s:maxLength=4
	R string `json:"r"`
	// <gateway:unknown>
	S string `json:"s"`
	// <gateway:experimental:description>
	// Never closed.
	T string `json:"t"`
	// +openshift:enable:FeatureGate=Unknown
	U string `json:"u"`
}

type Generic[T any] struct {
	Value T `json:"value"`
}

// +enum
type Mode string

const (
	ModeA Mode = "a"
	// <gateway:experimental>
	ModeB Mode = "b"
	// +openshift:enable:FeatureGate=B
	ModeC Mode = "c"
	// +k8s:ifDisabled(A)=+k8s:enumExclude
	ModeD Mode = "d"
)

type Alias = Never

type AliasOfAll = map[string][]*Either

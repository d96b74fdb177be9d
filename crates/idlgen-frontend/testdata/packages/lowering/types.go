// Package lowering has a field for every way from Go types to schemas.
//
// +k8s:openapi-gen=true
package lowering

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Scalars has each basic type.
type Scalars struct {
	A  string      `json:"a"`
	B  bool        `json:"b"`
	C  int         `json:"c"`
	D  int8        `json:"d"`
	E  int16       `json:"e"`
	F  int32       `json:"f"`
	G  int64       `json:"g"`
	H  uint        `json:"h"`
	I  uint8       `json:"i"`
	J  uint16      `json:"j"`
	K  uint32      `json:"k"`
	L  uint64      `json:"l"`
	M  float32     `json:"m"`
	N  float64     `json:"n"`
	O  byte        `json:"o"`
	P  rune        `json:"p"`
	Q  []byte      `json:"q"`
	R  [4]byte     `json:"r"`
	S  interface{} `json:"s"`
	T  any         `json:"t"`
	U  *string     `json:"u"`
	V  **string    `json:"v,omitempty"`
	W  int         `json:"w,string"`
	X  int         `json:"x,omitempty,string"`
	Y  bool        `json:"y,string"`
	Z  string      `json:"z,string"`
	AA uintptr     `json:"aa"`
	AB error       `json:"ab"`
	AC complex64   `json:"ac"`
	AD func()      `json:"ad"`
	AE chan int    `json:"ae"`
	AF interface {
		A()
	} `json:"af"`
}

// Known has types with schemas of their own.
type Known struct {
	A time.Time              `json:"a"`
	B *time.Time             `json:"b,omitempty"`
	C time.Duration          `json:"c"`
	D metav1.Time            `json:"d"`
	E metav1.MicroTime       `json:"e"`
	F metav1.Duration        `json:"f"`
	G resource.Quantity      `json:"g"`
	H intstr.IntOrString     `json:"h"`
	I runtime.RawExtension   `json:"i"`
	J json.RawMessage        `json:"j"`
	K json.Number            `json:"k"`
	L types.UID              `json:"l"`
	M metav1.LabelSelector   `json:"m"`
	N []metav1.Condition     `json:"n"`
	O map[string]resource.Quantity `json:"o"`
	P metav1.ObjectMeta      `json:"p"`
	Q *metav1.FieldsV1       `json:"q"`
	R types.NamespacedName   `json:"r"`
	S runtime.Object         `json:"s"`
	T *intstr.IntOrString    `json:"t,omitempty"`
	U map[string]metav1.Time `json:"u"`
}

// Texts is a list.
// +listType=set
// +maxItems=3
type Texts []Text

// Text is a string.
// +maxLength=5
// +default="x"
type Text string

// Labels is a map.
// +mapType=atomic
type Labels map[string]Text

// Alias has other tags.
// +minLength=2
type Alias = Text

// Wrapped is a struct declared from another.
type Wrapped Inner

// Pointer is a pointer.
type Pointer *Inner

// Inner is a struct.
// +structType=atomic
type Inner struct {
	// Value is text.
	Value Text `json:"value"`
	// +optional
	Alias Alias `json:"alias"`
}

// Collections has lists and maps of everything.
type Collections struct {
	A []string                     `json:"a"`
	B []Text                       `json:"b"`
	C Texts                        `json:"c"`
	D []Texts                      `json:"d"`
	E [][]string                   `json:"e"`
	F map[string]string            `json:"f"`
	G Labels                       `json:"g"`
	H map[string]Labels            `json:"h"`
	I map[Text]Inner               `json:"i"`
	J []Inner                      `json:"j"`
	K []*Inner                     `json:"k"`
	L map[string][]Inner           `json:"l"`
	M map[string]*Inner            `json:"m"`
	N [3]Inner                     `json:"n"`
	O []interface{}                `json:"o"`
	P map[string]interface{}       `json:"p"`
	Q map[int]string               `json:"q"`
	R map[string]map[string][]byte `json:"r"`
	S [][]byte                     `json:"s"`
	T Pointer                      `json:"t"`
	U Wrapped                      `json:"u"`
	V []struct {
		// W is inside.
		// +minimum=1
		W int `json:"w"`
	} `json:"v"`
	X struct{}             `json:"x"`
	Y map[string]struct{}  `json:"y"`
	Z map[bool]string      `json:"z"`
	AA map[Key]string      `json:"aa"`
	// +kubebuilder:validation:items:MinLength=2
	// +kubebuilder:validation:items:Pattern=`^a`
	AB []string `json:"ab"`
	// +k8s:eachVal=+k8s:maxLength=4
	// +k8s:eachKey=+k8s:format=k8s-short-name
	AC map[string]string `json:"ac"`
	// +k8s:eachVal=+k8s:eachVal=+k8s:minimum=2
	AD [][]int `json:"ad"`
	// +k8s:validation:items:items:maximum=3
	AE [][]int `json:"ae"`
}

// Key is a key.
type Key int

// MarshalText writes a key.
func (Key) MarshalText() ([]byte, error) { return nil, nil }

// Presence has each combination of pointers, options and tags.
type Presence struct {
	A string  `json:"a"`
	B string  `json:"b,omitempty"`
	C *string `json:"c"`
	D *string `json:"d,omitempty"`
	// +optional
	E string `json:"e"`
	// +required
	F string `json:"f,omitempty"`
	// +required
	G *string `json:"g"`
	// +nullable
	H *string `json:"h"`
	// +nullable
	I string `json:"i,omitempty"`
	// +default="x"
	J string `json:"j"`
	// +default="x"
	K *string `json:"k,omitempty"`
	L string  `json:"l,omitzero"`
	M Inner   `json:"m,omitzero"`
	N Inner   `json:"n,omitempty"`
	O Inner   `json:"o"`
	// +optional
	P Inner `json:"p"`
	// +default={}
	Q Inner `json:"q"`
	// +kubebuilder:validation:Optional
	R string `json:"r"`
	// +kubebuilder:validation:Required
	S string `json:"s,omitempty"`
	// +k8s:required
	T string `json:"t,omitempty"`
	// +k8s:optional
	U string `json:"u"`
	V []string `json:"v"`
	// +nullable
	W []string `json:"w"`
	X Text     `json:"x"`
	Y *Text    `json:"y"`
	// +default=ref(Usual)
	Z Text `json:"z"`
	// +default="y"
	AA Text `json:"aa"`
}

const Usual = "usual"

// Embedding embeds.
type Embedding struct {
	Inner         `json:",inline"`
	*Base         `json:",inline"`
	Named         `json:"named"`
	Untagged
	Text          `json:"text"`
	hidden
	Scalars       `json:"-"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Value string `json:"value"`
	Shared string `json:"shared"`
}

type Base struct {
	// From Base.
	Shared int    `json:"shared"`
	Only   string `json:"only"`
}

type Named struct {
	A string `json:"a"`
}

type Untagged struct {
	B string `json:"b"`
	Both
}

type Both struct {
	B int `json:"b"`
	C int `json:"c"`
}

type hidden struct {
	D string `json:"d"`
	e string `json:"e"`
}

// Dominated has members that hide each other.
type Dominated struct {
	Left  `json:",inline"`
	Right `json:",inline"`
}

type Left struct {
	X string `json:"x"`
	Y string
	Z string `json:"z"`
}

type Right struct {
	X int `json:"x"`
	Y int `json:"Y"`
}

// Recursive contains itself.
type Recursive struct {
	A *Recursive            `json:"a,omitempty"`
	B []Recursive           `json:"b,omitempty"`
	C map[string]*Recursive `json:"c,omitempty"`
	D Tree                  `json:"d"`
}

// Tree is a recursive list.
type Tree []Tree

// Generic is generic.
type Generic[T any] struct {
	// Value is any.
	Value T   `json:"value"`
	List  []T `json:"list"`
}

// Instances uses it.
type Instances struct {
	A Generic[string]          `json:"a"`
	B Generic[Inner]           `json:"b"`
	C []Generic[Generic[Text]] `json:"c"`
}

// Methods has types with methods.
type Methods struct {
	A Typed        `json:"a"`
	B Several      `json:"b"`
	C OneOf        `json:"c"`
	D Defined      `json:"d"`
	E Both3        `json:"e"`
	F PointerTyped `json:"f"`
	G Opaque       `json:"g"`
	H TextMarshaler `json:"h"`
	I JSONMarshaler `json:"i"`
	J OnlyOneOf    `json:"j"`
	K BadFormat    `json:"k"`
	L BadTypes     `json:"l"`
	M WithZero     `json:"m,omitzero"`
}

type Typed struct{ A string }

func (Typed) OpenAPISchemaType() []string { return []string{"string"} }
func (Typed) OpenAPISchemaFormat() string { return "date" }

type Several struct{ A string }

func (Several) OpenAPISchemaType() []string { return []string{"string", "integer"} }
func (Several) OpenAPISchemaFormat() string { return "" }

type OneOf struct{ A string }

func (OneOf) OpenAPISchemaType() []string   { return []string{"string"} }
func (OneOf) OpenAPISchemaFormat() string   { return "int-or-string" }
func (OneOf) OpenAPIV3OneOfTypes() []string { return []string{"integer", "string"} }

type OnlyOneOf struct{ A string }

func (OnlyOneOf) OpenAPIV3OneOfTypes() []string { return []string{"integer", "string"} }

type PointerTyped struct{ A string }

func (*PointerTyped) OpenAPISchemaType() []string { return []string{"boolean"} }
func (*PointerTyped) OpenAPISchemaFormat() string { return "" }

type BadFormat struct{ A string }

func (BadFormat) OpenAPISchemaType() []string { return []string{"string"} }
func (BadFormat) OpenAPISchemaFormat() string { return format() }

func format() string { return "" }

type BadTypes struct{ A string }

func (BadTypes) OpenAPISchemaType() []string { return []string{"text"} }
func (BadTypes) OpenAPISchemaFormat() string { return "" }

type Defined struct{ A string }

func (Defined) OpenAPIDefinition() common.OpenAPIDefinition {
	return common.OpenAPIDefinition{
		Schema: spec.Schema{
			SchemaProps: spec.SchemaProps{
				Description: "Defined is defined.",
				Type:        []string{"object"},
				Format:      "f",
				Title:       "t",
				Default:     "d",
				Minimum:     ptr.To(1.5),
				Maximum:     ptr.To[float64](3),
				MinLength:   ptr.To[int64](1),
				MaxLength:   ptr.To(int64(9)),
				Pattern:     "^a",
				MultipleOf:  ptr.To(2.0),
				Enum:        []interface{}{"a", 1, true, nil},
				Required:    []string{"x"},
				UniqueItems: true,
				Nullable:    true,
				ExclusiveMinimum: true,
				Properties: map[string]spec.Schema{
					"x": {SchemaProps: spec.SchemaProps{Type: []string{"string"}}},
					"y": {SchemaProps: spec.SchemaProps{Ref: ref("example.com/packages/lowering.Inner")}},
				},
				Items: &spec.SchemaOrArray{Schema: &spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"integer"}}}},
				AdditionalProperties: &spec.SchemaOrBool{Allows: true, Schema: &spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"integer"}}}},
				AllOf: []spec.Schema{{SchemaProps: spec.SchemaProps{MinProperties: ptr.To[int64](1)}}},
				OneOf: []spec.Schema{{}},
				AnyOf: []spec.Schema{{SchemaProps: spec.SchemaProps{MaxItems: ptr.To[int64](1)}}},
				Not: &spec.Schema{SchemaProps: spec.SchemaProps{MaxProperties: ptr.To[int64](4), MinItems: ptr.To[int64](2)}},
			},
			VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{"x-a": "b", "x-kubernetes-list-type": "set"}},
		},
	}
}

type Both3 struct{ A string }

func (Both3) OpenAPIDefinition() common.OpenAPIDefinition {
	return common.OpenAPIDefinition{Schema: spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"string"}}}}
}
func (Both3) OpenAPIV3Definition() common.OpenAPIDefinition {
	return common.OpenAPIDefinition{Schema: spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"integer"}}}}
}

type Opaque struct{ A string }

func (Opaque) OpenAPIDefinition() common.OpenAPIDefinition { return build() }

type TextMarshaler struct{ A string }

func (*TextMarshaler) MarshalText() ([]byte, error)      { return nil, nil }
func (*TextMarshaler) UnmarshalText(text []byte) error { return nil }

type JSONMarshaler struct{ A string }

func (JSONMarshaler) MarshalJSON() ([]byte, error) { return nil, nil }

type WithZero struct{ A string }

func (WithZero) IsZero() bool { return true }

// Template is overridden.
type Template struct {
	// +optional
	// +default=1
	// +title=Size
	Size int `json:"size"`
	// +listType=set
	// +patchStrategy=merge
	// +patchMergeKey=a
	// +kubebuilder:example=a
	// +kubebuilder:externalDocs:url=https://a
	List []string `json:"list"`
	// +mapType=atomic
	Map map[string]string `json:"map"`
	// +validationRule="self != 'a'"
	// +errorMessage(maxLength)="too long"
	// +maxLength=4
	Rule string   `json:"rule"`
	Deep Template2 `json:"deep"`
}

type Template2 struct {
	// +required
	A string `json:"a,omitempty"`
	// +listType=map
	// +listMapKey=value
	B []Inner `json:"b"`
}

// Overriding overrides.
type Overriding struct {
	// +override:size=+required
	// +override:size=+default=2
	// +override:size=+title=Other
	// +override:list=+listType=atomic
	// +override:list=+patchStrategy=replace
	// +override:list=+patchMergeKey=b
	// +override:list=+kubebuilder:example=b
	// +override:list=+kubebuilder:externalDocs:url=https://b
	// +override:map=+mapType=granular
	// +override:rule=+validationRule="self != 'b'"
	// +override:rule=+errorMessage(maxLength)="far too long"
	// +override:rule=+maxLength=3
	// +override:deep.a=+optional
	// +override:deep.a=+minLength=1
	// +override:deep.b=+listMapKey=alias
	// +override:deep.b=+maxItems=2
	A Template `json:"a"`
	// +override:deep.a=+k8s:openapi-gen=x-a:b
	B *Template `json:"b,omitempty"`
	C Template  `json:"c"`
}

// Union is a union.
// +union
type Union struct {
	// +unionDiscriminator
	// +unionDeprecated
	Type string `json:"type"`
	// +optional
	A *Inner `json:"a,omitempty"`
	// +optional
	B *Inner `json:"b,omitempty"`
}

// Rules has rules from shorter tags.
// +validationRule="has(self.a)",message="a",reason=Required,fieldPath=.a
// +kubebuilder:validation:ExactlyOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=a;c
// +kubebuilder:validation:AtLeastOneOf=b;c
// +mutually_exclusive=a,b,c
type Rules struct {
	// +immutable
	A *string `json:"a,omitempty"`
	// +nameFormat=dns1123label
	// +immutable
	B *string `json:"b,omitempty"`
	// +contextual(type)=X
	C *string `json:"c,omitempty"`
	// +mutually_exclusive=e
	D *string `json:"d,omitempty"`
	E *string `json:"e,omitempty"`
	// +k8s:immutable
	Type string `json:"type"`
	// +immutable
	// +immutable
	F Inner `json:"f"`
	// +nameFormat=dns1123subdomain
	// +nameFormat=k8s-long-name
	G string `json:"g"`
	// +k8s:update=NoSet
	// +k8s:update=NoUnset
	H *string `json:"h,omitempty"`
	// +k8s:listType=map
	// +k8s:listMapKey=value
	// +k8s:item(value: "x")=+k8s:immutable
	I []Inner `json:"i"`
	// +k8s:subfield(value)=+k8s:immutable
	J Inner `json:"j"`
	// +k8s:ifEnabled(Gate)=+k8s:maxLength=3
	// +k8s:ifDisabled(Gate)=+k8s:maxLength=4
	K string `json:"k"`
	// +k8s:neq="none"
	L string `json:"l"`
	// +k8s:dependentRequired("l")
	M *string `json:"m,omitempty"`
}

// Extensions has extensions.
// +k8s:openapi-gen=x-kubernetes-a:b
type Extensions struct {
	// +k8s:openapi-gen=x-kubernetes-c:d,x-e:f
	A string `json:"a"`
	// +embeddedResource
	// +preserveUnknownFields
	B runtime.RawExtension `json:"b"`
	// +intOrString
	C string `json:"c"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	D json.RawMessage `json:"d"`
	// +kubebuilder:validation:Type=object
	E string `json:"e"`
	// +kubebuilder:validation:Format=int32
	F string `json:"f"`
	// +format=ipv4
	G string `json:"g"`
	// +kubebuilder:validation:EmbeddedResource
	H Inner `json:"h"`
	// +title=T
	// +kubebuilder:example={"a":1}
	// +kubebuilder:externalDocs:url=https://x,description=y
	I Inner `json:"i"`
	// +multipleOf=3
	// +minimum=1
	// +exclusiveMinimum
	// +maximum=9
	// +exclusiveMaximum=true
	J int `json:"j"`
	// +exclusiveMinimum=2
	// +minimum=1
	K int `json:"k"`
	// +maximum=10
	// +exclusiveMaximum=10
	L int `json:"l"`
	// +minimum=0
	// +maximum=256
	M uint8 `json:"m"`
	// +minimum=-5
	N int8 `json:"n"`
	// +maximum=1e3
	O float64 `json:"o"`
	// +kubebuilder:validation:UniqueItems=false
	P []string `json:"p"`
	// +enum=a;b
	Q Text `json:"q"`
	// +enum
	R Level `json:"r"`
	// +kubebuilder:validation:Enum=1;2
	S Level `json:"s"`
}

// Bytes has slices of types whose underlying type is a byte.
type Bytes struct {
	A []Octet       `json:"a"`
	B []OctetAlias  `json:"b"`
	C []TextOctet   `json:"c"`
	D [2]Octet      `json:"d"`
	E []JSONOctet   `json:"e"`
	F []*Octet      `json:"f"`
	// <gateway:validateIPAddress>
	G []Inner `json:"g"`
	// +k8s:openapi-gen=x-kubernetes-list-type:set
	H []string `json:"h"`
	// +k8s:openapi-gen=x-kubernetes-map-type:atomic
	I map[string]string `json:"i"`
	// +k8s:openapi-gen=x-kubernetes-patch-strategy:merge
	// +k8s:openapi-gen=x-kubernetes-patch-merge-key:value
	J []Inner `json:"j"`
	// +k8s:openapi-gen=x-kubernetes-preserve-unknown-fields:true
	K Inner `json:"k"`
	// +k8s:openapi-gen=x-kubernetes-embedded-resource:true
	L Inner `json:"l"`
	// +k8s:openapi-gen=x-kubernetes-int-or-string:true
	M string `json:"m"`
}

type Octet byte

type OctetAlias = Octet

type TextOctet byte

func (TextOctet) MarshalText() ([]byte, error) { return nil, nil }

type JSONOctet byte

func (JSONOctet) MarshalJSON() ([]byte, error) { return nil, nil }

// Level is an enum.
// +enum
type Level string

const (
	// High is high.
	High Level = "high"
	// Low is low.
	//
	// Very low.
	Low  Level = "low"
	// +k8s:enumExclude
	None Level = "none"
	Same Level = "low"
)

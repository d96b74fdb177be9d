// Package checks has declarations that the lints report, next to similar ones that they accept.
//
// +maxLength=3
package checks

import "time"

// Limits on fields, named types and aliases: the strictest ones count.
//
// +minLength=10
// +maxLength=20
type Name string

// +maxLength=5
type Short = Name

// +maximum=10
type Few int

type Limits struct {
	// +minLength=1
	// +maxLength=15
	A Name `json:"a"`
	// +maxLength=9
	B Name `json:"b"`
	// +minLength=21
	C Name `json:"c"`
	// +minLength=1
	D Short `json:"d"`
	// +minimum=10
	// +exclusiveMinimum
	E Few `json:"e"`
	// +exclusiveMinimum=10
	F Few `json:"f"`
	// +minimum=10
	G Few `json:"g"`
	// +minimum=0.5
	// +exclusiveMinimum=0.25
	// +maximum=0.5
	H float64 `json:"h"`
	// +minimum=0.5
	// +exclusiveMinimum=0.5
	// +maximum=0.5
	I float64 `json:"i"`
	// +minItems=3
	// +maxItems=3
	J []string `json:"j"`
	// +minProperties=4
	// +maxProperties=3
	K map[string]string `json:"k"`
	// +exclusiveMinimum=9223372036854775807
	// +maximum=9223372036854775807
	L int64 `json:"l"`
	// +maximum=1
	// +exclusiveMaximum
	// +minimum=1
	M float64 `json:"m"`
}

// +enum
type Color string

const (
	// Red is warm.
	Red Color = "red"
	// Blue is cold.
	Blue Color = "blue"
)

// +enum
type Empty string

// +enum
type Number int

const One Number = 1

// +enum
type Flag bool

type Plain = string

// +enum
type ColorAlias = Color

// +enum
type ColorCopy Color

// +enum
type PlainAlias = Plain

// +enum=a;b
// +enum
type Listed string

type Enums struct {
	// +enum
	A Color `json:"a"`
	// +enum
	B ColorAlias `json:"b"`
	// +enum
	C string `json:"c"`
	// +enum
	D Empty `json:"d"`
	// +enum
	E Number `json:"e"`
	// +enum
	F []Color `json:"f"`
	// +enum
	G *Color `json:"g,omitempty"`
	// +enum=red;blue
	// +enum
	H Empty `json:"h"`
	// +enum=1;2
	I string `json:"i"`
	// +enum=[1,"b",true]
	J string `json:"j"`
	// +enum=["a"]
	K int `json:"k"`
	// +enum=[1.5]
	L int `json:"l"`
	// +enum=[1.5,2]
	M float64 `json:"m"`
	// +enum=[true,"x",null]
	N bool `json:"n"`
	// +enum=[["a"],{}]
	O []string `json:"o"`
	// +enum=[{"a":"b"},[]]
	P map[string]string `json:"p"`
	// +enum=[{"a":"b"},1,2]
	Q Limits `json:"q"`
	// +enum=a;b;a
	R string `json:"r"`
	// +enum=[1,2,1,2,1,3]
	S int `json:"s"`
	// +kubebuilder:validation:Enum=1;a
	T int `json:"t"`
	// +kubebuilder:validation:Enum={a,b,a}
	U string `json:"u"`
	// +k8s:enum
	V string `json:"v"`
	// +enum=[{"a":1}]
	W string `json:"w"`
	// +enum
	// +k8s:enum
	X Empty `json:"x"`
}

type Item struct {
	Name  string            `json:"name"`
	Type  *string           `json:"type,omitempty"`
	Parts []string          `json:"parts"`
	Map   map[string]string `json:"map"`
	Deep  Deep              `json:"deep"`
	Count int               `json:"count"`
}

type Deep struct {
	Value string `json:"value"`
}

type Unserialized struct {
	Name string
}

// +listType=map
// +listMapKey=name
type Items []Item

type Lists struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=count
	A []Item `json:"a"`
	// +listType=map
	B []Item `json:"b"`
	// +listMapKey=name
	C []Item `json:"c"`
	// +listType=set
	// +listMapKey=name
	D []Item `json:"d"`
	// +listType=map
	// +listMapKey=nam
	// +listMapKey=Name
	// +listMapKey=zebra
	E []Item `json:"e"`
	// +listType=map
	// +listMapKey=parts
	// +listMapKey=map
	// +listMapKey=deep
	F []Item `json:"f"`
	// +listType=map
	// +listMapKey=name
	G []string `json:"g"`
	// +listType=map
	// +listMapKey=name
	H [][]string `json:"h"`
	// +listType=map
	// +listMapKey=name
	I string `json:"i"`
	// +listMapKey=type
	J Items `json:"j"`
	// +listType=map
	// +listMapKey=Name
	K []Unserialized `json:"k"`
	// +k8s:listType=map
	// +k8s:listMapKey=nam
	L []Item `json:"l"`
	// +k8s:listType=atomic
	// +k8s:unique=map
	// +k8s:listMapKey=name
	M []Item `json:"m"`
	// +listType=set
	N []Item `json:"n"`
	// +listType=atomic
	// +kubebuilder:validation:UniqueItems=true
	O []string `json:"o"`
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:default={{"name":"a"},{"name":"a"}}
	P []Item `json:"p"`
	// +listType=map
	// +listMapKey=type
	Q []Item `json:"q"`
	// +listType=wrong
	R []Item `json:"r"`
	// +mapType=granular
	S map[string]string `json:"s"`
	// +mapType=separable
	T map[string]string `json:"t"`
	// +structType=atomic
	// +mapType=granular
	U Deep `json:"u"`
}

type ListMeta struct {
	Version string `json:"version"`
}

type ItemList struct {
	ListMeta `json:"metadata"`
	// +listType=map
	// +listMapKey=nam
	Items []Item `json:"items"`
}

type Contradictions struct {
	// +maxLength=1
	// +kubebuilder:validation:MaxLength=2
	A string `json:"a"`
	// +maxLength=1
	// +kubebuilder:validation:MaxLength=1
	B string `json:"b"`
	// +maxLength=1
	// +kubebuilder:validation:MaxLength=1
	// +k8s:maxLength=3
	C string `json:"c"`
	// +listType=set
	// +k8s:listType=atomic
	D []string `json:"d"`
	// +default="a"
	// +kubebuilder:default=b
	E string `json:"e"`
	// +default="a"
	// +kubebuilder:default=a
	F string `json:"f"`
	// +patchStrategy=merge
	// +k8s:openapi-gen=x-kubernetes-patch-strategy:replace
	G []string `json:"g"`
	// +patchMergeKey=name
	// +k8s:openapi-gen=x-kubernetes-patch-merge-key:type
	H []Item `json:"h"`
	// +optional
	// +required
	I string `json:"i"`
	// +required
	// +kubebuilder:validation:Optional
	J string `json:"j"`
	// +exclusiveMinimum
	// +exclusiveMinimum=3
	// +minimum=2
	K int `json:"k"`
	// +format=dns1123label
	// +kubebuilder:validation:Format=date-time
	L string `json:"l"`
	// +nameFormat=dns1123label
	// +nameFormat=dns1123subdomain
	M string `json:"m"`
	// +pattern=`a`
	// +kubebuilder:validation:Pattern=`b`
	N string `json:"n"`
	// +mapType=atomic
	// +structType=granular
	O Deep `json:"o"`
	// +multipleOf=2
	// +kubebuilder:validation:MultipleOf=3
	P int `json:"p"`
	// +default=ref(Red)
	// +kubebuilder:default=red
	Q Color `json:"q"`
	// +nullable
	// +default=null
	R *string `json:"r,omitempty"`
}

type Defaults struct {
	// +default="a"
	A string `json:"a"`
	// +default=1
	B string `json:"b"`
	// +default="1"
	C int `json:"c"`
	// +default=1.5
	D int `json:"d"`
	// +default=300
	E int8 `json:"e"`
	// +default=-1
	F uint8 `json:"f"`
	// +default=true
	G string `json:"g"`
	// +default="true"
	H bool `json:"h"`
	// +default=["a",1]
	I []string `json:"i"`
	// +default={"a":1}
	J map[string]string `json:"j"`
	// +default={"value":1,"other":2}
	K Deep `json:"k"`
	// +default={}
	L Deep `json:"l"`
	// +default="abcd"
	// +maxLength=3
	M string `json:"m"`
	// +default=5
	// +minimum=6
	N int `json:"n"`
	// +default="x"
	// +pattern=`^[ab]$`
	O string `json:"o"`
	// +default="green"
	P Color `json:"p"`
	// +default=["a","a"]
	// +listType=set
	Q []string `json:"q"`
	// +default=["a"]
	// +minItems=2
	R []string `json:"r"`
	// +default={"a":"b"}
	// +maxProperties=0
	S map[string]string `json:"s"`
	// +default=7
	// +multipleOf=2
	T int `json:"t"`
	// +default="a.b"
	// +format=dns1123label
	U string `json:"u"`
	// +default=null
	V string `json:"v"`
	// +required
	// +default="a"
	W string `json:"w"`
	// +default=1
	X *int32 `json:"x"`
	// +default="1h"
	Y time.Duration `json:"y"`
	// +kubebuilder:default=a
	Z int `json:"z"`
	// +default=1
	AA float64 `json:"aa"`
	// +default=ref(Red)
	BB Color `json:"bb"`
	// +default=ref(One)
	CC string `json:"cc"`
	// +default=ref(Color)
	DD string `json:"dd"`
	// +default=ref(Redd)
	EE string `json:"ee"`
	// +default=ref(math.MaxInt32)
	FF int32 `json:"ff"`
	// +default=ref(math.Pi)
	GG float64 `json:"gg"`
	// +default=ref(example.com/none.X)
	HH string `json:"hh"`
	// +default="YQ=="
	II []byte `json:"ii"`
	// +default="a"
	JJ []byte `json:"jj"`
}

type Invisible struct {
	// +maxLength=1
	hidden string
	// +maxLength=1
	Omitted string `json:"-"`
	// +maxLength=1
	Dash string `json:"-,"`
	// +optional
	tagged string `json:"tagged"`
	// +lint:ignore
	other string
}

type Written struct {
	// +maxLength=1
	A string `json:"a"`
}

// MarshalJSON writes the type.
func (Written) MarshalJSON() ([]byte, error) { return nil, nil }

// +listType=set
// +patchStrategy=merge
// +optional
// +kubebuilder:validation:Required
// +groupName=a.example.com
// +default=1
type Misplaced struct {
	// +groupName=a.example.com
	// +kubebuilder:resource:scope=Cluster
	// +union
	// +k8s:openapi-gen=true
	A string `json:"a"`
	// +maxLength=1
	// +optional
	// +listType=set
	Deep `json:",inline"`
}

const (
	// +maxLength=1
	// +optional
	// +k8s:enumExclude
	Misplacing Color = "m"
)

type Kinds struct {
	// +maxLength=1
	A int `json:"a"`
	// +maxLength=1
	B []string `json:"b"`
	// +maximum=1
	C string `json:"c"`
	// +maximum=1
	D []int `json:"d"`
	// +maxItems=1
	E map[string]string `json:"e"`
	// +maxProperties=1
	F []string `json:"f"`
	// +maxProperties=1
	G Deep `json:"g"`
	// +pattern=`a`
	H bool `json:"h"`
	// +uniqueItems
	I string `json:"i"`
	// +maxLength=1
	J int `json:"j,string"`
	// +maximum=1
	K int `json:"k,string"`
	// +maximum=1
	L interface{} `json:"l"`
	// +listType=set
	M map[string]string `json:"m"`
	// +mapType=atomic
	N []string `json:"n"`
	// +maxLength=1
	O time.Time `json:"o"`
	// +kubebuilder:validation:Type=string
	// +maxLength=1
	P int `json:"p"`
	// +kubebuilder:validation:Type=integer
	// +maxLength=1
	Q string `json:"q"`
	// +intOrString
	// +maxLength=1
	R int `json:"r"`
	// +kubebuilder:validation:items:MaxLength=1
	S []int `json:"s"`
	// +kubebuilder:validation:items:MaxLength=1
	T []string `json:"t"`
	// +k8s:eachVal=+k8s:maxLength=1
	U map[string]int `json:"u"`
	// +k8s:eachKey=+k8s:maxLength=1
	V map[string]int `json:"v"`
	// +k8s:eachKey=+k8s:maximum=1
	W map[string]int `json:"w"`
	// +k8s:eachVal=+k8s:eachVal=+k8s:maximum=1
	X [][]int `json:"x"`
	// +k8s:eachVal=+k8s:eachVal=+k8s:maximum=1
	Y []int `json:"y"`
	// +k8s:subfield(value)=+k8s:maxLength=1
	// +k8s:subfield(valu)=+k8s:maxLength=1
	// +k8s:subfield(value)=+k8s:maximum=1
	Z Deep `json:"z"`
	// +maxLength=1
	AA []byte `json:"aa"`
	// +embeddedResource
	BB string `json:"bb"`
	// +embeddedResource
	CC Deep `json:"cc"`
	// +preserveUnknownFields
	DD string `json:"dd"`
}

// +mutually_exclusive=a,b
// +kubebuilder:validation:ExactlyOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=a;x
// +kubebuilder:validation:AtLeastOneOf=a
type Exclusive struct {
	// +mutually_exclusive=b,c
	// +contextual(type)=B
	A *string `json:"a,omitempty"`
	// +mutually_exclusive=x
	B *string `json:"b,omitempty"`
	C string `json:"c"`
	// +mutually_exclusive=d
	D *string `json:"d,omitempty"`
	// +contextual(tip)=B
	E *string `json:"e,omitempty"`
	// +contextual(type)=
	F    *string `json:"f,omitempty"`
	Type string  `json:"type"`
	// +k8s:dependentRequired("type")
	// +k8s:dependentRequired("tipe")
	G *string `json:"g,omitempty"`
}

// +validationRule="self.a == 'x'",fieldPath=.a,reason=Invalid,message="must be x"
// +validationRule="self.b > 1",fieldPath=.c
// +validationRule="self.a"
// +validationRule="self.a =="
// +validationRule="self.a == oldSelf.a",optionalOldSelf=true
// +validationRule="self.a == oldSelf.orValue('')"
// +validationRule="self.list.all(x, self.list.all(y, x == y))"
// +validationRule="size(self.a) < 5 && self.a.matches('^[')"
// +validationRule="self.a != '' || self.a == ''",messageExpression="1"
// +validationRule="self.a.startsWith('a')",messageExpression="'bad ' + self.a",reason=Wrong
// +validationRule="has(self.a) and has(self.b)"
// +validationRule="self.a == 'x'"
// +validationRule="self.a == 'x'"
// +validationRule="true"
type Rules struct {
	// +maxLength=10
	A string `json:"a"`
	B int    `json:"b"`
	// +validationRule="self.size() > 0 ? true : false"
	// +validationRule="self.exists(x, x = 1)"
	List []string `json:"list"`
	// +immutable
	// +validationRule="self == oldSelf"
	D string `json:"d"`
	// +kubebuilder:validation:XValidation:rule="self.value != 'x'",message="no x",fieldPath=".value"
	// +kubebuilder:validation:XValidation:rule="self.value != 'x'",message="no x",fieldPath=".valu"
	E Deep `json:"e"`
	// +validationRule="self.all(k, self[k] != '')"
	// +validationRule="self.all(k, k)"
	F map[string]string `json:"f"`
	// +validationRule="duration(self) > duration('1x')"
	// +validationRule="timestamp(self) > timestamp('2020-01-01T00:00:00Z')"
	G string `json:"g"`
	// +validationRule="isURL(self) && ip(self).family() == 4 && quantity(self).isInteger()"
	H string `json:"h"`
	// +validationRule="self.name == 'x'"
	I []Item `json:"i"`
	// +validationRule="self >= 0 && self <= 1.5"
	J int `json:"j"`
	// +validationRule="self in ['a', 'b', 1]"
	K string `json:"k"`
	// +validationRule="selff == 'a'"
	L string `json:"l"`
	// +validationRule="self.sise() == 1"
	M string `json:"m"`
}

type Template struct {
	Spec *TemplateSpec `json:"spec"`
	Deep `json:",inline"`
	Any  interface{} `json:"any"`
}

type TemplateSpec struct {
	// +default=1
	// +minimum=0
	Size int32  `json:"size"`
	Name string `json:"name"`
	List []Item `json:"list"`
}

type Overriding struct {
	// +override:spec.size=+minimum=1
	// +override:spec.sise=+minimum=1
	// +override:spec.size.x=+minimum=1
	// +override:spec.name=+minimum=1
	// +override:value=+optional
	// +override:any.x=+optional
	// +override:spec.list=+maxItems=3
	// +override:spec.list.name=+maxLength=3
	// +override:=+optional
	// +override:spec
	// +override:spec.name=+override:a=+optional
	A Template `json:"a"`
	// +override:x=+optional
	B string `json:"b"`
	// +override:x=+optional
	C interface{} `json:"c"`
}

type Names struct {
	Plain string
	A     string `json:"A"`
	B     string `json:"b_c"`
	C     string `json:"C-d"`
	D     string `json:"d" json:"e"`
	F     string `json: "f"`
	G     string `jsn:"g"`
	H     string `json:"h,omitemty"`
	I     string `json:"i,omitempty,omitempty"`
	J     string `json:"j,omitempty" yaml:"k"`
	K     string `json:",omitempty"`
	L     string `json:"c"`
	M     string `json:"c"`
	N     Deep   `json:"n,inline"`
	Deep  `json:"deep"`
	*Item
	O []string `json:"o,string"`
	P string   `json:"p,omitzero"`
	Q string   `json:"q\"r"`
	R string   `json:"r s"`
}

// Each rule is cheap enough, but all of them together are not.
type Costly struct {
	// +maxItems=512
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	A []Short8 `json:"a"`
	// +maxItems=512
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	B []Short8 `json:"b"`
	// +maxItems=512
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	C []Short8 `json:"c"`
	// +maxItems=512
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	D []Short8 `json:"d"`
	// +maxItems=512
	// +validationRule="self.all(a, self.exists_one(b, a == b))"
	E []Short8 `json:"e"`
	// +validationRule="self == 1 || self == 1.5 || self == 'a' || self < 'a' || 1 + self + 1.5"
	F int `json:"f"`
	// +validationRule="self + 1 == 'a1'"
	G string `json:"g"`
	// +validationRule="'a' + self == 'a1'"
	H int `json:"h"`
	// +validationRule="self + 1 == 2"
	I float64 `json:"i"`
	// +validationRule="self == self.value"
	J Deep `json:"j"`
	// +validationRule="self + self == self"
	K Deep `json:"k"`
	// <gateway:validateIPAddress>
	L []Item `json:"l"`
	// +kubebuilder:validation:Enum=["a",1]
	M string `json:"m"`
	// +kubebuilder:validation:Enum=[{"a":1},null]
	N string `json:"n"`
	// +kubebuilder:validation:Enum=[]
	O string `json:"o"`
}

// +maxLength=8
type Short8 string

// PatchedTwice has two keys.
type PatchedTwice struct {
	// +patchStrategy=merge
	// +patchMergeKey=name
	// +patchMergeKey=type
	A []string `json:"a" patchStrategy:"merge" patchMergeKey:"name"`
}

// Package markers has kube-openapi markers.
//
// +k8s:openapi-gen=true
package markers

// +k8s:validation:minProperties=1
// +k8s:validation:maxProperties=4
// +k8s:validation:cel[0]:rule="self.a != ''"
// +k8s:validation:cel[0]:message="a"
// +k8s:validation:cel[0]:reason="FieldValueRequired"
// +k8s:validation:cel[0]:fieldPath=".a"
// +k8s:validation:cel[1]:rule> self.b > 1 &&
// +k8s:validation:cel[1]:rule> self.b < 9
// +k8s:validation:cel[1]:messageExpression> "'b is ' + string(self.b)"
// +k8s:validation:cel[2]:rule="self.b == oldSelf.b"
// +k8s:validation:cel[2]:optionalOldSelf
// +k8s:validation:properties:a:maxLength=5
// +k8s:validation:properties:c:items:maxLength=5
// +k8s:validation:properties:none:maxLength=5
type Valid struct {
	// +k8s:validation:minLength=1
	// +k8s:validation:maxLength=6
	// +k8s:validation:pattern="^[a-z]+$"
	// +k8s:validation:format="dns1123label"
	// +k8s:validation:enum=["a","b"]
	// +k8s:validation:nullable
	A string `json:"a"`
	// +k8s:validation:minimum=1
	// +k8s:validation:exclusiveMinimum
	// +k8s:validation:maximum=10
	// +k8s:validation:exclusiveMaximum=true
	// +k8s:validation:multipleOf=2
	B int `json:"b"`
	// +k8s:validation:minItems=1
	// +k8s:validation:maxItems=2
	// +k8s:validation:uniqueItems
	// +k8s:validation:items:minLength=2
	// +k8s:validation:items:cel[0]:rule="self != 'x'"
	C []string `json:"c"`
	// +k8s:validation:additionalProperties:maximum=3
	D map[string]int `json:"d"`
	// +k8s:validation:additionalProperties:items:maxItems=3
	E map[string][][]int `json:"e"`
	// +k8s:validation:pattern>^[a-z]+
	// +k8s:validation:pattern>[0-9]$
	F string `json:"f"`
	// +k8s:validation:properties:x:properties:y:minimum=1
	G struct {
		X struct {
			Y int `json:"y"`
		} `json:"x"`
	} `json:"g"`
}

// +k8s:validation:cel[0]:rule="self.a"
// +k8s:validation:cel[2]:rule="true"
// +k8s:validation:cel[0]:message=3
// +k8s:validation:cel:rule="true"
// +k8s:validation:cel[x]:rule="true"
// +k8s:validation:cel[0]:unknown="true"
// +k8s:validation:cel[0]="true"
// +k8s:validation:cel[3]:message="no rule"
// +k8s:validation:cel[0]:reason="Wrong"
// +k8s:validation:cel[9223372036854775808]:rule="true"
type Invalid struct {
	// +k8s:validation:minLength="1"
	A string `json:"a"`
	// +k8s:validation:minLength=-1
	B string `json:"b"`
	// +k8s:validation:minLength=1.5
	C string `json:"c"`
	// +k8s:validation:maxLength
	D string `json:"d"`
	// +k8s:validation:maxLength=1
	// +k8s:validation:maxLength=2
	E string `json:"e"`
	// +k8s:validation:minLength=3
	// +k8s:validation:maxLength=2
	F string `json:"f"`
	// +k8s:validation:pattern=abc
	G string `json:"g"`
	// +k8s:validation:pattern="("
	H string `json:"h"`
	// +k8s:validation:minimum=1
	I string `json:"i"`
	// +k8s:validation:minimum=3
	// +k8s:validation:maximum=2
	J int `json:"j"`
	// +k8s:validation:multipleOf=0
	K int `json:"k"`
	// +k8s:validation:items:maxLength=2
	L string `json:"l"`
	// +k8s:validation:items:maxLength=2
	M []int `json:"m"`
	// +k8s:validation:items
	N []string `json:"n"`
	// +k8s:validation:items:
	O []string `json:"o"`
	// +k8s:validation:items:foo=1
	P []string `json:"p"`
	// +k8s:validation:additionalProperties:maxLength=2
	Q []string `json:"q"`
	// +k8s:validation:properties:maxLength=2
	R Valid `json:"r"`
	// +k8s:validation:properties:a:minimum=2
	S Valid `json:"s"`
	// +k8s:validation:properties:A:maxLength=2
	T Valid `json:"t"`
	// +k8s:validation:uniqueItems="x"
	U []string `json:"u"`
	// +k8s:validation:exclusiveMinimum
	V int `json:"v"`
	// +k8s:validation:minItems=2
	// +k8s:validation:maxItems=1
	W []string `json:"w"`
	// +k8s:validation:maxItems=99999999999999999999
	X []string `json:"x"`
	// +k8s:validation:minimum=NaN
	Y int `json:"y"`
	// +k8s:validation:maxLength = 2
	Z string `json:"z"`
	// +k8s:validation:maxLength=2 // text
	AA string `json:"aa"`
	// +k8s:validation:pattern>a
	// text
	// +k8s:validation:pattern>b
	BB string `json:"bb"`
	// +k8s:validation:enum="a"
	CC string `json:"cc"`
	// +k8s:validation:format=ipv4
	DD string `json:"dd"`
	// +k8s:validation:[0]:maxLength=1
	EE string `json:"ee"`
	// +k8s:validation:minProperties=2
	FF map[string]string `json:"ff"`
	// +k8s:validation:minProperties=2
	GG []string `json:"gg"`
}

// +k8s:validation:properties:a:minLength=2
type Nested struct {
	// +k8s:validation:items:minimum=1
	A []float64 `json:"a"`
	// +k8s:validation:items:minLength=1
	B [][]byte `json:"b"`
	// +k8s:validation:items:maxItems=1
	C [][]byte `json:"c"`
	// +k8s:validation:items:items:maxLength=1
	D [][]string `json:"d"`
	// +k8s:validation:additionalProperties:minimum=1
	E map[string]float32 `json:"e"`
	// +k8s:validation:additionalProperties:additionalProperties:maxLength=1
	F map[string]map[string]string `json:"f"`
	// +k8s:validation:items:minProperties=1
	G []Valid `json:"g"`
	// +k8s:validation:items:properties:a:maxLength=9
	H []*Valid `json:"h"`
	// +k8s:validation:additionalProperties:properties:b:maximum=9
	I map[string]Valid `json:"i"`
	// +k8s:validation:minLength=1
	J []byte `json:"j"`
	// +k8s:validation:minItems=1
	K []byte `json:"k"`
	// +k8s:validation:minProperties=1
	L *Valid `json:"l"`
	// +k8s:validation:minimum=1
	M *float64 `json:"m"`
	// +k8s:validation:maxLength=1
	N Wrapper `json:"n"`
	// +k8s:validation:items:maxLength=1
	O Names `json:"o"`
	// +k8s:validation:minimum=1
	P bool `json:"p"`
	// +k8s:validation:items:pattern="a"
	Q []*string `json:"q"`
	// +k8s:validation:maxLength=1
	R Typed `json:"r"`
	// +k8s:validation:minimum=1
	S Typed `json:"s"`
	// +k8s:validation:items:maxLength=1
	T []Typed `json:"t"`
	// +k8s:validation:maxItems=1
	U [2]string `json:"u"`
	// +k8s:validation:maxLength=1
	V interface{} `json:"v"`
}

type Wrapper string

type Names []Wrapper

type Typed struct{ A string }

func (Typed) OpenAPISchemaType() []string { return []string{"string"} }
func (Typed) OpenAPISchemaFormat() string { return "date" }

// Package tags has every tag once.
package tags

// Everything has a field for each tag.
//
// +minProperties=1
// +maxProperties=40
type Everything struct {
	// +minimum=1
	// +maximum=10
	// +exclusiveMinimum
	// +exclusiveMaximum=true
	// +multipleOf=2
	Number int64 `json:"number,omitempty"`

	// +exclusiveMinimum=0
	// +exclusiveMaximum=1.5
	Ratio float64 `json:"ratio,omitempty"`

	// +minLength=1
	// +maxLength=9
	// +pattern=`^[a-z]+$`
	// +format=dns1123label
	// +title="A text"
	// +nullable
	// +immutable
	// +errorMessage(pattern)="small letters only",reason=Invalid
	Text *string `json:"text,omitempty"`

	// +minItems=1
	// +maxItems=9
	// +uniqueItems
	// +listType=atomic
	List []string `json:"list,omitempty"`

	// +patchStrategy=merge
	// +patchMergeKey=name
	// +listType=map
	// +listMapKey=name
	Entries []Entry `json:"entries,omitempty" patchStrategy:"merge" patchMergeKey:"name"`

	// +minProperties=1
	// +maxProperties=9
	// +mapType=atomic
	Map map[string]Entry `json:"map,omitempty"`

	// +structType=atomic
	Struct Entry `json:"struct,omitempty"`

	// +intOrString
	Port any `json:"port,omitempty"`

	// +embeddedResource
	// +preserveUnknownFields
	Object interface{} `json:"object,omitempty"`

	// +k8s:openapi-gen=x-kubernetes-note:seen by readers
	Noted string `json:"noted,omitempty"`

	// +validationRule="self >= oldSelf",messageExpression="'must not shrink below ' + string(oldSelf)",reason=Forbidden,optionalOldSelf=false
	Grows int32 `json:"grows,omitempty"`
}

// Entry has a name.
type Entry struct {
	Name string `json:"name"`
}

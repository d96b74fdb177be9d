// Package encoding has fields of all shapes, with each option of their tags: what Go makes of their JSON is recorded.
package encoding

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Name is text.
type Name string

// Names are a list by a name.
type Names []string

// Pointers are a list of pointers by a name.
type Pointers []*Inner

// Inner is a struct.
type Inner struct {
	Name string   `json:"name"`
	Note *string  `json:"note,omitempty"`
	Tags []string `json:"tags,omitempty"`
}

// Pair is a generic struct.
type Pair[T any] struct {
	Left  T  `json:"left,omitempty"`
	Right *T `json:"right,omitempty"`
}

// Plain says nothing of its fields.
type Plain struct {
	Text              string                        `json:"text"`
	Number            int32                         `json:"number"`
	Wide              uint64                        `json:"wide"`
	Ratio             float64                       `json:"ratio"`
	Flag              bool                          `json:"flag"`
	Name              Name                          `json:"name"`
	Struct            Inner                         `json:"struct"`
	Pointer           *int32                        `json:"pointer"`
	Through           *Inner                        `json:"through"`
	Twice             **string                      `json:"twice"`
	List              []string                      `json:"list"`
	Named             Names                         `json:"named"`
	Bytes             []byte                        `json:"bytes"`
	Structs           []Inner                       `json:"structs"`
	Lists             [][]string                    `json:"lists"`
	Pointers          []*string                     `json:"pointers"`
	StructPointers    []*Inner                      `json:"structPointers"`
	ListPointers      []*[]string                   `json:"listPointers"`
	NamedPointers     Pointers                      `json:"namedPointers"`
	ToPointers        *[]*int32                     `json:"toPointers"`
	Map               map[string]string             `json:"map"`
	MapStructs        map[string]Inner              `json:"mapStructs"`
	MapLists          map[string][]string           `json:"mapLists"`
	MapPointers       map[string]*int32             `json:"mapPointers"`
	MapStructPointers map[string]*Inner             `json:"mapStructPointers"`
	ListsOfMaps       []map[string]*bool            `json:"listsOfMaps"`
	Any               any                           `json:"any"`
	Message           json.RawMessage               `json:"message"`
	Quantity          resource.Quantity             `json:"quantity"`
	QuantityPointer   *resource.Quantity            `json:"quantityPointer"`
	Quantities        []resource.Quantity           `json:"quantities"`
	QuantityPointers  map[string]*resource.Quantity `json:"quantityPointers"`
	Duration          metav1.Duration               `json:"duration"`
	DurationPointer   *metav1.Duration              `json:"durationPointer"`
	Time              metav1.Time                   `json:"time"`
	TimePointer       *metav1.Time                  `json:"timePointer"`
	Micro             metav1.MicroTime              `json:"micro"`
	Port              intstr.IntOrString            `json:"port"`
	PortPointer       *intstr.IntOrString           `json:"portPointer"`
	Ports             []*intstr.IntOrString         `json:"ports"`
	Raw               runtime.RawExtension          `json:"raw"`
	RawPointer        *runtime.RawExtension         `json:"rawPointer"`
	Span              time.Duration                 `json:"span"`
}

// Empty leaves out what is empty.
type Empty struct {
	Text              string                        `json:"text,omitempty"`
	Number            int32                         `json:"number,omitempty"`
	Wide              uint64                        `json:"wide,omitempty"`
	Ratio             float64                       `json:"ratio,omitempty"`
	Flag              bool                          `json:"flag,omitempty"`
	Name              Name                          `json:"name,omitempty"`
	Struct            Inner                         `json:"struct,omitempty"`
	Pointer           *int32                        `json:"pointer,omitempty"`
	Through           *Inner                        `json:"through,omitempty"`
	Twice             **string                      `json:"twice,omitempty"`
	List              []string                      `json:"list,omitempty"`
	Named             Names                         `json:"named,omitempty"`
	Bytes             []byte                        `json:"bytes,omitempty"`
	Structs           []Inner                       `json:"structs,omitempty"`
	Lists             [][]string                    `json:"lists,omitempty"`
	Pointers          []*string                     `json:"pointers,omitempty"`
	StructPointers    []*Inner                      `json:"structPointers,omitempty"`
	ListPointers      []*[]string                   `json:"listPointers,omitempty"`
	NamedPointers     Pointers                      `json:"namedPointers,omitempty"`
	ToPointers        *[]*int32                     `json:"toPointers,omitempty"`
	Map               map[string]string             `json:"map,omitempty"`
	MapStructs        map[string]Inner              `json:"mapStructs,omitempty"`
	MapLists          map[string][]string           `json:"mapLists,omitempty"`
	MapPointers       map[string]*int32             `json:"mapPointers,omitempty"`
	MapStructPointers map[string]*Inner             `json:"mapStructPointers,omitempty"`
	ListsOfMaps       []map[string]*bool            `json:"listsOfMaps,omitempty"`
	Any               any                           `json:"any,omitempty"`
	Message           json.RawMessage               `json:"message,omitempty"`
	Quantity          resource.Quantity             `json:"quantity,omitempty"`
	QuantityPointer   *resource.Quantity            `json:"quantityPointer,omitempty"`
	Quantities        []resource.Quantity           `json:"quantities,omitempty"`
	QuantityPointers  map[string]*resource.Quantity `json:"quantityPointers,omitempty"`
	Duration          metav1.Duration               `json:"duration,omitempty"`
	DurationPointer   *metav1.Duration              `json:"durationPointer,omitempty"`
	Time              metav1.Time                   `json:"time,omitempty"`
	TimePointer       *metav1.Time                  `json:"timePointer,omitempty"`
	Micro             metav1.MicroTime              `json:"micro,omitempty"`
	Port              intstr.IntOrString            `json:"port,omitempty"`
	PortPointer       *intstr.IntOrString           `json:"portPointer,omitempty"`
	Ports             []*intstr.IntOrString         `json:"ports,omitempty"`
	Raw               runtime.RawExtension          `json:"raw,omitempty"`
	RawPointer        *runtime.RawExtension         `json:"rawPointer,omitempty"`
	Span              time.Duration                 `json:"span,omitempty"`
}

// Zero leaves out what is zero.
type Zero struct {
	Text              string                        `json:"text,omitzero"`
	Number            int32                         `json:"number,omitzero"`
	Wide              uint64                        `json:"wide,omitzero"`
	Ratio             float64                       `json:"ratio,omitzero"`
	Flag              bool                          `json:"flag,omitzero"`
	Name              Name                          `json:"name,omitzero"`
	Struct            Inner                         `json:"struct,omitzero"`
	Pointer           *int32                        `json:"pointer,omitzero"`
	Through           *Inner                        `json:"through,omitzero"`
	Twice             **string                      `json:"twice,omitzero"`
	List              []string                      `json:"list,omitzero"`
	Named             Names                         `json:"named,omitzero"`
	Bytes             []byte                        `json:"bytes,omitzero"`
	Structs           []Inner                       `json:"structs,omitzero"`
	Lists             [][]string                    `json:"lists,omitzero"`
	Pointers          []*string                     `json:"pointers,omitzero"`
	StructPointers    []*Inner                      `json:"structPointers,omitzero"`
	ListPointers      []*[]string                   `json:"listPointers,omitzero"`
	NamedPointers     Pointers                      `json:"namedPointers,omitzero"`
	ToPointers        *[]*int32                     `json:"toPointers,omitzero"`
	Map               map[string]string             `json:"map,omitzero"`
	MapStructs        map[string]Inner              `json:"mapStructs,omitzero"`
	MapLists          map[string][]string           `json:"mapLists,omitzero"`
	MapPointers       map[string]*int32             `json:"mapPointers,omitzero"`
	MapStructPointers map[string]*Inner             `json:"mapStructPointers,omitzero"`
	ListsOfMaps       []map[string]*bool            `json:"listsOfMaps,omitzero"`
	Any               any                           `json:"any,omitzero"`
	Message           json.RawMessage               `json:"message,omitzero"`
	Quantity          resource.Quantity             `json:"quantity,omitzero"`
	QuantityPointer   *resource.Quantity            `json:"quantityPointer,omitzero"`
	Quantities        []resource.Quantity           `json:"quantities,omitzero"`
	QuantityPointers  map[string]*resource.Quantity `json:"quantityPointers,omitzero"`
	Duration          metav1.Duration               `json:"duration,omitzero"`
	DurationPointer   *metav1.Duration              `json:"durationPointer,omitzero"`
	Time              metav1.Time                   `json:"time,omitzero"`
	TimePointer       *metav1.Time                  `json:"timePointer,omitzero"`
	Micro             metav1.MicroTime              `json:"micro,omitzero"`
	Port              intstr.IntOrString            `json:"port,omitzero"`
	PortPointer       *intstr.IntOrString           `json:"portPointer,omitzero"`
	Ports             []*intstr.IntOrString         `json:"ports,omitzero"`
	Raw               runtime.RawExtension          `json:"raw,omitzero"`
	RawPointer        *runtime.RawExtension         `json:"rawPointer,omitzero"`
	Span              time.Duration                 `json:"span,omitzero"`
}

// Both leaves out what is empty or zero.
type Both struct {
	Text              string                        `json:"text,omitempty,omitzero"`
	Number            int32                         `json:"number,omitempty,omitzero"`
	Wide              uint64                        `json:"wide,omitempty,omitzero"`
	Ratio             float64                       `json:"ratio,omitempty,omitzero"`
	Flag              bool                          `json:"flag,omitempty,omitzero"`
	Name              Name                          `json:"name,omitempty,omitzero"`
	Struct            Inner                         `json:"struct,omitempty,omitzero"`
	Pointer           *int32                        `json:"pointer,omitempty,omitzero"`
	Through           *Inner                        `json:"through,omitempty,omitzero"`
	Twice             **string                      `json:"twice,omitempty,omitzero"`
	List              []string                      `json:"list,omitempty,omitzero"`
	Named             Names                         `json:"named,omitempty,omitzero"`
	Bytes             []byte                        `json:"bytes,omitempty,omitzero"`
	Structs           []Inner                       `json:"structs,omitempty,omitzero"`
	Lists             [][]string                    `json:"lists,omitempty,omitzero"`
	Pointers          []*string                     `json:"pointers,omitempty,omitzero"`
	StructPointers    []*Inner                      `json:"structPointers,omitempty,omitzero"`
	ListPointers      []*[]string                   `json:"listPointers,omitempty,omitzero"`
	NamedPointers     Pointers                      `json:"namedPointers,omitempty,omitzero"`
	ToPointers        *[]*int32                     `json:"toPointers,omitempty,omitzero"`
	Map               map[string]string             `json:"map,omitempty,omitzero"`
	MapStructs        map[string]Inner              `json:"mapStructs,omitempty,omitzero"`
	MapLists          map[string][]string           `json:"mapLists,omitempty,omitzero"`
	MapPointers       map[string]*int32             `json:"mapPointers,omitempty,omitzero"`
	MapStructPointers map[string]*Inner             `json:"mapStructPointers,omitempty,omitzero"`
	ListsOfMaps       []map[string]*bool            `json:"listsOfMaps,omitempty,omitzero"`
	Any               any                           `json:"any,omitempty,omitzero"`
	Message           json.RawMessage               `json:"message,omitempty,omitzero"`
	Quantity          resource.Quantity             `json:"quantity,omitempty,omitzero"`
	QuantityPointer   *resource.Quantity            `json:"quantityPointer,omitempty,omitzero"`
	Quantities        []resource.Quantity           `json:"quantities,omitempty,omitzero"`
	QuantityPointers  map[string]*resource.Quantity `json:"quantityPointers,omitempty,omitzero"`
	Duration          metav1.Duration               `json:"duration,omitempty,omitzero"`
	DurationPointer   *metav1.Duration              `json:"durationPointer,omitempty,omitzero"`
	Time              metav1.Time                   `json:"time,omitempty,omitzero"`
	TimePointer       *metav1.Time                  `json:"timePointer,omitempty,omitzero"`
	Micro             metav1.MicroTime              `json:"micro,omitempty,omitzero"`
	Port              intstr.IntOrString            `json:"port,omitempty,omitzero"`
	PortPointer       *intstr.IntOrString           `json:"portPointer,omitempty,omitzero"`
	Ports             []*intstr.IntOrString         `json:"ports,omitempty,omitzero"`
	Raw               runtime.RawExtension          `json:"raw,omitempty,omitzero"`
	RawPointer        *runtime.RawExtension         `json:"rawPointer,omitempty,omitzero"`
	Span              time.Duration                 `json:"span,omitempty,omitzero"`
}

// Quoted has numbers between quotes.
type Quoted struct {
	Text    string   `json:"text,string"`
	Number  int64    `json:"number,string"`
	Pointer *int32   `json:"pointer,string"`
	Flag    bool     `json:"flag,omitempty,string"`
	Ratio   *float64 `json:"ratio,omitempty,string"`
	List    []int32  `json:"list,string"`
	Name    Name     `json:"name,omitzero,string"`
}

// Outer has the fields of others.
type Outer struct {
	Inner   `json:",inline"`
	Held    Inner       `json:"held,omitempty"`
	Level   int32       `json:"level"`
	Generic Pair[Inner] `json:"generic,omitempty"`
}

// Prints the Go types of a VirtualMachine: for each struct its name, then a line a field with the name in JSON, the
// name in Go and the type.
package main

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	v1 "kubevirt.io/api/core/v1"
)

var opaque = map[reflect.Type]bool{
	reflect.TypeOf(resource.Quantity{}):         true,
	reflect.TypeOf(metav1.Time{}):               true,
	reflect.TypeOf(metav1.Duration{}):           true,
	reflect.TypeOf(intstr.IntOrString{}):        true,
	reflect.TypeOf(metav1.FieldsV1{}):           true,
	reflect.TypeOf(v1.VirtualMachineStatus{}):   true,
	reflect.TypeOf(v1.DataVolumeTemplateSpec{}): true,
}

// Types of several packages may have one name: the second has a quote behind it.
var names = map[reflect.Type]string{}
var taken = map[string]bool{}

func named(t reflect.Type) string {
	if name, ok := names[t]; ok {
		return name
	}
	name := t.String()
	for taken[name] {
		name += "'"
	}
	names[t], taken[name] = name, true
	return name
}

func spell(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return "*" + spell(t.Elem())
	case t.Kind() == reflect.Slice:
		return "[]" + spell(t.Elem())
	case t.Kind() == reflect.Map:
		return t.String() + "=map " + spell(t.Elem())
	case t.Kind() == reflect.Struct && !opaque[t]:
		return "{" + named(t) + "}"
	case t.Kind() == reflect.Struct:
		return t.String()
	case t.String() == t.Kind().String():
		return t.String()
	}
	return t.String() + "=" + t.Kind().String()
}

func main() {
	known := map[reflect.Type]bool{}
	waiting := []reflect.Type{reflect.TypeOf(v1.VirtualMachine{})}
	for len(waiting) > 0 {
		t := waiting[0]
		waiting = waiting[1:]
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || opaque[t] || known[t] {
			continue
		}
		known[t] = true
		fmt.Println(named(t))
		for i := 0; i < t.NumField(); i++ {
			f := t.Field(i)
			if !f.IsExported() {
				continue
			}
			tag := f.Tag.Get("json")
			name, rest, _ := strings.Cut(tag, ",")
			if name == "-" {
				continue
			}
			if name == "" {
				if f.Anonymous || rest == "inline" {
					name = "-"
				} else {
					name = f.Name
				}
			}
			fmt.Printf(" %s %s %s\n", name, f.Name, spell(f.Type))
			waiting = append(waiting, f.Type)
		}
	}
}

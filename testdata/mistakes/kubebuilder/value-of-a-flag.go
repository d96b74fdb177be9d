package v1

import "k8s.io/apimachinery/pkg/util/intstr"

type Widget struct {
	// +kubebuilder:validation:XIntOrString:=true
	A intstr.IntOrString `json:"a"`
}

//want: IDL0304 at 6:42
//want: edit makes // +kubebuilder:validation:XIntOrString

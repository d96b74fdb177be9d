// Package v1 is one.
//
// +k8s:openapi-gen=true
// +k8s:validation-gen=TypeMeta
// +kubebuilder:object:generate=true
// +groupName=shop.example.com
package v1

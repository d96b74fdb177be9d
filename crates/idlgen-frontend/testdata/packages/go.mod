module example.com/packages

go 1.25

require k8s.io/apimachinery v0.35.0

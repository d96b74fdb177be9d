module example.com/golden

go 1.25

require (
	example.com/elsewhere v1.0.0
	k8s.io/apimachinery v0.0.0
)

replace (
	example.com/elsewhere => ./modules/elsewhere
	k8s.io/apimachinery => ./modules/apimachinery
)

// Package measured has the rules of the benchmark `rules`.
package measured

// Sizes compares integers.
// +validationRule="self.replicas <= self.maxReplicas"
type Sizes struct {
	Replicas    int64 `json:"replicas"`
	MaxReplicas int64 `json:"maxReplicas"`
}

// Range compares three integers.
// +validationRule="self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas"
type Range struct {
	MinReplicas int64 `json:"minReplicas"`
	Replicas    int64 `json:"replicas"`
	MaxReplicas int64 `json:"maxReplicas"`
}

// Implied tests presence.
// +validationRule="!has(self.a) || has(self.b)"
type Implied struct {
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
}

// AllNamed loops over objects.
type AllNamed struct {
	// +validationRule="self.all(x, x.name != \"\")"
	Items []Item `json:"items,omitempty"`
}

// Item has a name.
type Item struct {
	Name *string `json:"name,omitempty"`
}

// Contained loops over strings.
type Contained struct {
	// +validationRule="self.exists(x, x == 'n9')"
	Names []string `json:"names,omitempty"`
}

// Prefixed calls functions on a string.
// +validationRule="self.name.startsWith('kube-') && self.name.size() <= 63 && self.name.contains('prod')"
type Prefixed struct {
	Name string `json:"name"`
}

// Matched has a pattern.
// +validationRule="self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')"
type Matched struct {
	Name string `json:"name"`
}

// OneOf has one of four values.
// +validationRule="self.type in ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']"
type OneOf struct {
	Type string `json:"type"`
}

// Fixed does not change.
type Fixed struct {
	// +validationRule="self == oldSelf"
	Value string `json:"value"`
}

// Keys loops over a map.
type Keys struct {
	// +validationRule="self.all(k, k.size() < 64 && self[k] != \"\")"
	Labels map[string]string `json:"labels,omitempty"`
}

// Modes loops over listeners.
type Modes struct {
	// +validationRule="self.all(l, (l.protocol == 'HTTPS' && has(l.tls)) ? (l.tls.mode == \"\" || l.tls.mode == 'Terminate') : true)"
	Listeners []Listener `json:"listeners,omitempty"`
}

// Unique compares listeners with each other.
type Unique struct {
	// +validationRule="self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : !has(l1.hostname) && !has(l2.hostname))))"
	Listeners []Listener `json:"listeners,omitempty"`
}

// Listener is like one of a Gateway.
type Listener struct {
	Name     string  `json:"name"`
	Port     int32   `json:"port"`
	Protocol string  `json:"protocol"`
	Hostname *string `json:"hostname,omitempty"`
	TLS      *TLS    `json:"tls,omitempty"`
}

// TLS has a mode.
type TLS struct {
	Mode *string `json:"mode,omitempty"`
	Cert *string `json:"cert,omitempty"`
}

// Timeout is a duration.
// +validationRule="duration(self.timeout) <= duration('1h') && duration(self.timeout) >= duration('1s')"
type Timeout struct {
	Timeout string `json:"timeout"`
}

// Limit is a quantity.
// +validationRule="quantity(self.limit).compareTo(quantity('1Gi')) <= 0"
type Limit struct {
	Limit string `json:"limit"`
}

// Weights adds integers.
type Weights struct {
	// +validationRule="self.filter(i, i.enabled).map(i, i.weight).sum() == 100"
	Items []Weight `json:"items,omitempty"`
}

// Weight has a weight.
type Weight struct {
	Enabled *bool `json:"enabled,omitempty"`
	Weight  int64 `json:"weight"`
}

// Nested tests the presence of nested fields.
// +validationRule="has(self.spec.tls) ? (self.spec.tls.mode == 'Terminate' ? has(self.spec.tls.cert) : !has(self.spec.tls.cert)) : self.spec.port != 443"
type Nested struct {
	Spec NestedSpec `json:"spec"`
}

// NestedSpec is the spec.
type NestedSpec struct {
	Port int32 `json:"port"`
	TLS  *TLS  `json:"tls,omitempty"`
}

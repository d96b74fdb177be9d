// Package compiled has rules of every kind that is compiled to Rust, and some that are not.
package compiled

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Scalars compares scalars.
// +validationRule="self.min <= self.max"
// +validationRule="has(self.limit) && self.limit > 3 || !has(self.limit)",message="limit must be above 3"
// +validationRule="!has(self.pointer) || self.pointer != 'bad' && self.pointer.size() < 6"
// +validationRule="self.wide + 1 > self.wide && self.wide - 1 < self.wide && self.wide * 2 / 2 == self.wide"
// +validationRule="self.max % 7 != 3 || -self.max < 0"
// +validationRule="self.ratio < 0.5 ? self.flag : self.ratio >= 0.5"
// +validationRule="self.ratio * 2.0 + 1.0 - 0.5 > self.ratio / 2.0 || self.ratio <= 0.0"
// +validationRule="self.name in ['a', 'b', 'c'] || self.max in [1, 2, 3] || self.name == \"\""
// +validationRule="self.name < self.other || self.name.startsWith(self.other) || self.other.endsWith('x') || self.name.contains('y')"
// +validationRule="self.name + '-' + self.other != 'a-b'"
// +validationRule="self.phase == 'Running' || self.phase != 'Failed'"
// +validationRule="!(self.flag && self.quick)",messageExpression="'both of ' + self.name"
// +validationRule="self.level == 'fast' || self.level == 'slow' || self.level == \"\""
// +validationRule="self.count > 1"
// +validationRule="0.5 < self.ratio || -1.5 > self.ratio || self.wide < 5000000000 && 2 > 1"
// +validationRule="[self.name, self.other].size() == 2"
// +validationRule="self.mode != 'off'"
type Scalars struct {
	Min     int32   `json:"min"`
	Max     int32   `json:"max,omitempty"`
	Limit   *int64  `json:"limit,omitempty"`
	Pointer *string `json:"pointer,omitempty"`
	Wide    int64   `json:"wide"`
	Ratio   float64 `json:"ratio"`
	Flag    bool    `json:"flag,omitempty"`
	Quick   bool    `json:"quick"`
	Name    string  `json:"name,omitempty"`
	Other   string  `json:"other"`
	Phase   Phase   `json:"phase,omitempty"`
	// +default="fast"
	Level string `json:"level,omitempty"`
	// +default=2
	Count *int32 `json:"count,omitempty"`
	// +default="on"
	Mode *string `json:"mode,omitempty"`
}

// Phase is an enum.
// +enum
type Phase string

const (
	Running Phase = "Running"
	Failed  Phase = "Failed"
)

// Strings calls functions on strings.
// +validationRule="self.name.matches('^[a-z]*$')"
// +validationRule="self.name.size() <= 3 || size(self.name) > 4"
// +validationRule="self.name.lowerAscii() == self.name || self.name.upperAscii().contains('X')"
// +validationRule="self.name.split('x').size() < 3"
// +validationRule="self.name.split('y').all(part, part != 'z')"
// +validationRule="!isURL(self.url) || url(self.url).getScheme() == 'https'"
// +validationRule="self.url == \"\" || self.url.substring(0, 1) != 'x'"
// +validationRule="isQuantity(self.url) ? quantity(self.url).isLessThan(quantity('5')) : true"
// +validationRule="self.url.find('[0-9]+') == \"\" || int(self.url.find('[0-9]+')) < 5"
// +validationRule="string(self.number) != '7' && double(self.number) < 9.5"
// +validationRule="duration(self.wait) < duration('1h')"
// +validationRule="self.name.trim().replace('a', 'b').indexOf('b') < 4"
// +validationRule="[self.name, self.url].join(',') != 'a,b'"
type Strings struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	Wait   string `json:"wait"`
	Number int64  `json:"number"`
}

// Lists loops over lists.
// +validationRule="self.names.all(name, name != 'bad') && self.names.exists(x, x == 'a' || x == 'b')"
// +validationRule="self.names.exists_one(path, path == 'a') || self.names.size() < 2"
// +validationRule="self.numbers.all(n, n > 0 && 10 / (n - 1) < 11)"
// +validationRule="self.numbers.exists(n, 10 / (n - 2) > 3) || size(self.numbers) == 0"
// +validationRule="self.numbers.filter(n, n > 2).size() < 2 && self.names.filter(n, n.startsWith('a')).all(n, n != 'ab')"
// +validationRule="self.numbers.map(n, n * 2).all(n, n != 4) && self.names.map(n, n + 'x').all(n, n != 'bx')"
// +validationRule="self.numbers.map(n, n > 2, n - 1).exists(n, n == 2) || !has(self.ports)"
// +validationRule="self.ports.all(p1, self.ports.exists_one(p2, p1.name == p2.name && (has(p1.number) && has(p2.number) ? p1.number == p2.number : !has(p1.number) && !has(p2.number))))"
// +validationRule="self.ports.map(p, p.name).all(name, name in self.names) || !('x' in self.names)"
// +validationRule="self.ports.filter(p, has(p.number)).all(p, p.number < 9)"
// +validationRule="self.names.size() == 0 || self.names[0] != 'first' && self.ports.size() > 0 && self.ports[0].name != 'zero'"
// +validationRule="2 in self.numbers ? !(3 in self.numbers) : true"
// +validationRule="['a', 'b'].all(x, x in self.names) || self.names.join(\"\") != 'ba'"
// +validationRule="self.numbers.sum() < 20 && self.numbers.isSorted()"
// +validationRule="self.names.all(aB, self.numbers.all(a_b, aB != 'one' || a_b != 1))"
// +validationRule="self.phases.all(x, x in ['Running', 'Failed', \"\"])"
// +validationRule="self.extra.size() > 0 && self.extra[0].name != 'none'"
// +validationRule="self.ports == oldSelf.ports || self.names == oldSelf.names || self.numbers != oldSelf.numbers"
// +validationRule="self.ports.all(i, p, i < 3 || p.name == 'later')"
type Lists struct {
	// +listType=set
	Names   []string `json:"names,omitempty"`
	Numbers []int32  `json:"numbers"`
	// +listType=map
	// +listMapKey=name
	Ports  []Port  `json:"ports,omitempty"`
	Phases []Phase `json:"phases,omitempty"`
	// +default=[{"name": "default"}]
	// +listType=map
	// +listMapKey=name
	Extra []Port `json:"extra,omitempty"`
}

// Port has a rule of its own.
// +validationRule="!has(self.number) || self.number >= oldSelf.number",message="may only grow"
type Port struct {
	Name   string `json:"name"`
	Number *int32 `json:"number,omitempty"`
}

// Maps loops over maps.
// +validationRule="self.labels.all(k, k.size() < 4 && self.labels[k] != 'bad')"
// +validationRule="!('a' in self.labels) || self.labels['a'] == 'b'"
// +validationRule="has(self.labels.c) ? self.labels.c != 'd' : true"
// +validationRule="self.labels.exists(k, v, k == v) || size(self.labels) < 3"
// +validationRule="self.ports.all(k, !has(self.ports[k].number) || self.ports[k].number > 2)"
type Maps struct {
	Labels map[string]string `json:"labels,omitempty"`
	Ports  map[string]Port   `json:"ports,omitempty"`
}

// Nested reads objects.
// +validationRule="!has(self.optional) || !has(self.optional.number) || self.optional.number < 5"
// +validationRule="has(self.value) ? self.value.name != 'bad' : true"
// +validationRule="self.required.name != 'bad' || has(self.required.number)"
// +validationRule="self.?optional.?number.orValue(0) < 7"
// +validationRule="self.?optional.name.orValue('x') != 'y'"
// +validationRule="self.?optional.optMap(o, o.name != 'z').orValue(true)"
// +validationRule="has(self.inner) && has(self.inner.port) ? self.inner.port.name != 'deep' : true"
// +validationRule="self == oldSelf || !has(self.frozen)",message="frozen"
// +validationRule="has(self.optional) == has(oldSelf.optional) && self.required == oldSelf.required"
type Nested struct {
	Optional *Port `json:"optional,omitempty"`
	Value    Port  `json:"value,omitempty"`
	Required Port  `json:"required"`
	Inner    Inner `json:"inner,omitempty"`
	Frozen   bool  `json:"frozen,omitempty"`
}

// Inner has a pointer.
type Inner struct {
	Port *Port `json:"port,omitempty"`
}

// Known reads values of runtime types.
// +validationRule="self.either == 3 || self.either != 'x'"
// +validationRule="!has(self.maybe) || self.maybe != 'm'"
// +validationRule="has(self.size) ? quantity(self.size).isLessThan(quantity('10')) : true"
type Known struct {
	Either intstr.IntOrString  `json:"either"`
	Maybe  *intstr.IntOrString `json:"maybe,omitempty"`
	Size   *resource.Quantity  `json:"size,omitempty"`
}

// Changes compares with the old value.
// +validationRule="!oldSelf.hasValue() || oldSelf.value().name == self.name",optionalOldSelf=true
// +validationRule="[oldSelf].size() == 1"
// +validationRule="self.name == oldSelf.name || self.name.startsWith(oldSelf.name)"
type Changes struct {
	// +validationRule="self != 'bad' && (oldSelf.hasValue() ? self.size() >= oldSelf.value().size() : true)",optionalOldSelf=true
	Name string `json:"name"`
	// +immutable
	Fixed *string `json:"fixed,omitempty"`
	// +validationRule="self >= oldSelf"
	Size *int64 `json:"size,omitempty"`
	// +validationRule="self.all(x, x in oldSelf) || self.size() > oldSelf.size()"
	Names []string `json:"names,omitempty"`
}

// ByValue has fields of runtime types that are not pointers, so their presence depends on the type.
// +validationRule="!has(self.size)"
// +validationRule="has(self.size) && quantity(self.size).isLessThan(quantity('7'))"
// +validationRule="!has(self.either)"
// +validationRule="has(self.either) && self.either != 'x'"
// +validationRule="!has(self.wait)"
// +validationRule="has(self.wait)"
// +validationRule="!has(self.since)"
// +validationRule="has(self.since) ? self.since >= timestamp('2020-01-01T00:00:00Z') : true"
// +validationRule="has(self.since) && has(self.until) ? self.until - self.since < duration('24h') : true"
// +validationRule="!has(self.micro) || self.micro == self.micro"
// +validationRule="!has(self.raw)"
// +validationRule="!has(self.sized)"
// +validationRule="!has(self.simple) || self.simple.name != 'a'"
// +validationRule="!has(self.data) || self.data.size() < 4"
type ByValue struct {
	Size   resource.Quantity    `json:"size,omitempty"`
	Either intstr.IntOrString   `json:"either,omitempty"`
	Wait   metav1.Duration      `json:"wait,omitempty"`
	Since  metav1.Time          `json:"since,omitempty"`
	Until  *metav1.Time         `json:"until,omitempty"`
	Micro  metav1.MicroTime     `json:"micro,omitempty"`
	Raw    runtime.RawExtension `json:"raw,omitempty"`
	Sized  Sized                `json:"sized,omitempty"`
	Simple Port                 `json:"simple,omitempty"`
	Data   []byte               `json:"data,omitempty"`
}

// Sized has a quantity.
type Sized struct {
	Size resource.Quantity `json:"size,omitempty"`
}

// Viewed has values that rules read as CEL values.
// +validationRule="self.times.all(t, t > timestamp('2001-01-01T00:00:00Z'))"
// +validationRule="self.sized == oldSelf.sized || self.unsigned == oldSelf.unsigned"
// +validationRule="self.ports.all(x, x in oldSelf.ports)"
// +validationRule="(self.names + self.others).size() < 4"
// +validationRule="!has(self.unsigned) || self.unsigned != 3"
// +validationRule="self.ports.map(x, x.names.map(y, y.size()).sum()).sum() < 9"
// +validationRule="!format.dns1123Label().validate(self.name).hasValue()"
// +validationRule="self == oldSelf || self.name != 'same'"
// +validationRule="has(self.raw) == has(oldSelf.raw)"
// +validationRule="self.byName == oldSelf.byName"
// +validationRule="self.set != ['b', 'a']"
type Viewed struct {
	Name     string                `json:"name"`
	Times    []metav1.Time         `json:"times"`
	Sized    []Sized               `json:"sized"`
	Ports    []Named               `json:"ports"`
	Names    []string              `json:"names"`
	Others   []string              `json:"others"`
	Unsigned *uint64               `json:"unsigned,omitempty"`
	Raw      *runtime.RawExtension `json:"raw,omitempty"`
	// +validationRule="self >= oldSelf"
	Start  *metav1.Time     `json:"start,omitempty"`
	ByName map[string]Sized `json:"byName"`
	// +listType=set
	Set []string `json:"set"`
}

// Named has names.
type Named struct {
	Names []string `json:"names"`
}

// Waits parses durations more than once.
// +validationRule="has(self.long) && has(self.short) ? duration(self.short) <= duration(self.long) && duration(self.long) < duration('1h') : true"
// +validationRule="self.others.all(wait, duration(wait) < duration(self.wait) || duration(self.wait) > duration('1m') || duration(wait) == duration('1s'))"
// +validationRule="duration(self.wait) >= duration(oldSelf.wait) || duration(oldSelf.wait) > duration('1h') && duration(self.wait) > duration('1s')"
type Waits struct {
	Wait   string   `json:"wait"`
	Long   *string  `json:"long,omitempty"`
	Short  *string  `json:"short,omitempty"`
	Others []string `json:"others,omitempty"`
}

// Routed has lists of objects with rules: with keys, and without.
// +validationRule="self.routes.filter(r, r.kind == 'only').size() <= 1",message="only one"
type Routed struct {
	// +default=[{"kind": "default", "weights": [1]}]
	// +listType=atomic
	Routes []Route `json:"routes,omitempty"`
	// +listType=map
	// +listMapKey=name
	Ports []Port `json:"ports,omitempty"`
	// +listType=map
	// +listMapKey=name
	// +validationRule="self == oldSelf",message="is fixed"
	Fixed []Port `json:"fixed,omitempty"`
	// +listType=set
	Hosts []string `json:"hosts,omitempty"`
}

// Route has rules and a default.
// +validationRule="self.weights.filter(w, 10 / w > 1).size() == self.weights.size() || self.kind == 'any'"
// +validationRule="self.kind != 'none' || self.weights.filter(w, w < 5).size() == 0"
type Route struct {
	Kind    string  `json:"kind"`
	Weights []int32 `json:"weights"`
	// +default={"name": "default", "number": 1}
	Port *Port `json:"port,omitempty"`
}

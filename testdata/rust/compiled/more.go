package compiled

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Untranslated has rules that the interpreter evaluates, each for another reason.
// +validationRule="type(self.name) == string"
// +validationRule="self.name == string(b'a')"
// +validationRule="{'a': 1}.size() == 1"
// +validationRule="[?self.?note].size() == 1"
// +validationRule="self.items.map(x, x.names).size() == 1"
// +validationRule="-self.count < 3u"
type Untranslated struct {
	Name  string   `json:"name"`
	Note  string   `json:"note,omitempty"`
	Count uint64   `json:"count"`
	Items []Inside `json:"items"`
}

// Mixed has rules with loops, functions and values of many types.
// +validationRule="self.number * 2 < 3 && self.number % 2 == 0"
// +validationRule="self.since < timestamp('2024-01-01T00:00:00Z') || self.wait == '1s'"
// +validationRule="self.nested == oldSelf.nested"
// +validationRule="duration(self.name) < duration('1h') && duration('-1s') < duration('3000000s')"
// +validationRule="self.number > -5 && self.wide > 3u && self.float > -0.5"
// +validationRule="self.nested.?names.orValue(['a']).size() == 1"
// +validationRule="self.names.all(x, x == 'a') || self.names.exists(x, x == 'b') && !self.flag"
// +validationRule="!(self.names.all(x, x == 'a') && self.flag) || (self.flag ? self.number : 3) > 4"
// +validationRule="self.names.map(x, x.size()).sum() < 5 && self.names.map(x, x != 'a', x.size()).sum() < 5"
// +validationRule="self.matrix.map(row, row.sum()).sum() < 5 && [1, 2].sum() == 3"
// +validationRule="has(self.nested.name) && self.nested.name != 'a' && has(self.nested.names)"
// +validationRule="self.labels.filter(k, k != 'a').size() < 3 && self.labels.map(k, k + 'x').size() < 4"
// +validationRule="self.data.size() < 4 && size(self.name + 'a') < 4 && self.name.size() < 3"
// +validationRule="[self.number, 3].exists(x, x == 3) && self.number in [1, 2] && 'a' in ['a', self.name]"
// +validationRule="dyn(self.number) == 3 && self.names == ['a', 'b'] && ['a'] != self.names"
// +validationRule="size(self.labels) > self.number"
// +validationRule="self.matched.matches(self.name)"
// +validationRule="quantity('x').isInteger()"
// +validationRule="[self.name + 'a', 'b'].exists(x, x == 'c')"
// +validationRule="(self.name + 'a') in self.names"
// +validationRule="[].all(x, x == 1)"
// +validationRule="[self.number, 2].all(i, x, x > i)"
// +validationRule="optional.of(self.name + 'a').hasValue()"
// +validationRule="optional.of(self.name).orValue('b') == 'a'"
// +validationRule="self.?nested.name.hasValue()"
// +validationRule="has(self.?nested.name)"
// +validationRule="self.names.map(x, x + 'a') == ['b']"
// +validationRule="self.names.transformList(i, x, x).size() == 1"
// +validationRule="self.labels.transformMap(k, v, v).size() == 1"
// +validationRule="self.names.sortBy(x, x) == self.names"
// +validationRule="self.flag ? self.name == 'a' : self.nested.name == 'b'"
// +validationRule="(self.flag ? self.names : ['a']).size() == 1"
// +validationRule="self.raw == self.raw"
// +validationRule="self.data == self.data"
// +validationRule="self.names[self.number] == 'a'"
// +validationRule="self.labels[self.name] == 'a' && self.labels.all(k, v, k != v)"
// +validationRule="self.names.exists(x, self.labels.exists(k, k == x && self.labels[k] != \"\"))"
// +validationRule="[[1]].all(x, x.size() == 1)"
// +validationRule="self.matrix.all(row, row.all(x, x > 0))"
// +validationRule="self.names.map(x, [x]).all(y, y.size() == 1)"
// +validationRule="self.names.filter(x, x != 'a').map(x, x.size()).exists(y, y > 3)"
// +validationRule="self.names.exists_one(i, x, i > 0 && x == 'a')"
// +validationRule="self.wide < 3u && self.float < 1.5"
// +validationRule="quantity(self.quantity).compareTo(quantity('3')) < 0 && quantity(self.quantity).isGreaterThan(quantity('1'))"
// +validationRule="self.ip == 'x' || ip(self.ip).family() == 4"
// +validationRule="{'a': 1, 'b': 2, '': 3000000000}[self.name] > self.number"
// +validationRule="self.flag || {'a': 'x', 'b': 'y', 'a': self.ip == '' ? 'z' : 'z'}[self.name] == 'z'"
// +validationRule="self.flag || {'a': 'x', 'b': 'y', 'a': 'z'}[self.name] == self.ip"
// +validationRule="{-1: true, 0: false, 1: true}[self.number] && self.names.all(x, {'a': 1.5, 'b': -2.0}[x] < self.float)"
// +validationRule="{1: 'a', 2: 'b'}[dyn(self.wide)] == self.name"
// +validationRule="self.names.min() == 'a' && self.names.lastIndexOf('a') < 3"
type Mixed struct {
	Name     string               `json:"name"`
	Matched  string               `json:"matched"`
	Number   int32                `json:"number"`
	Wide     uint64               `json:"wide"`
	Float    float64              `json:"float"`
	Flag     bool                 `json:"flag"`
	IP       string               `json:"ip"`
	Names    []string             `json:"names"`
	Matrix   [][]int32            `json:"matrix"`
	Labels   map[string]string    `json:"labels"`
	Nested   Inside               `json:"nested"`
	Again    Inside               `json:"again"`
	Raw      runtime.RawExtension `json:"raw"`
	Data     []byte               `json:"data"`
	Quantity resource.Quantity    `json:"quantity"`
	Since    metav1.Time          `json:"since"`
	Wait     metav1.Duration      `json:"wait"`
}

// Inside has optional fields.
type Inside struct {
	Name  string   `json:"name,omitempty"`
	Names []string `json:"names,omitempty"`
}

// Package verdicts has rules of every CEL library, so that what generated code makes of them can be compared with what an API server does.
package verdicts

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Numbers are compared and counted with.
// +validationRule="self.min <= self.max",message="min must not be above max",reason=Forbidden,field="max"
// +validationRule="double(self.min) / 3.0 < 10.0"
// +validationRule="!has(self.ratio) || self.ratio > 0.5 && self.ratio < 2.0"
// +validationRule="!has(self.percent) || (type(self.percent) == int ? self.percent <= 100 : self.percent.endsWith('%'))",message="percent must be a percentage"
// +validationRule="!has(self.big) || self.big + 1 > self.big"
type Numbers struct {
	Min *int32 `json:"min,omitempty"`
	// +validationRule="self % 2 == 0",messageExpression="'%d is odd'.format([self])"
	Max   *int32   `json:"max,omitempty"`
	Ratio *float64 `json:"ratio,omitempty"`
	// +validationRule="100 / (self - 7) < 200"
	Big     *int64              `json:"big,omitempty"`
	Percent *intstr.IntOrString `json:"percent,omitempty"`
}

// Texts are taken apart.
// +validationRule="self.names.join(',') != 'a,b'",message=" trimmed "
// +validationRule="self.names.all(n, n.size() < 9) && self.names.exists(n, n == self.name)",messageExpression="self.names.join('\\n')",message="one line only"
type Texts struct {
	// +maxLength=30
	// +validationRule="self.startsWith('a') && size(self) < 20"
	// +validationRule="self.matches('^[a-z0-9-]+$')",reason=Invalid
	// +validationRule="self.lowerAscii() == self",reason=Required
	// +validationRule="self.split('-').size() <= 3",reason=Duplicate
	// +validationRule="self.replace('-', '').charAt(0) != 'x'"
	// +validationRule="!self.contains('bad')",messageExpression="'\"' + self + '\" is no name'"
	// +validationRule="self.indexOf('z') == -1 && self.lastIndexOf('y', 3) < 2"
	// +validationRule="self.substring(0, 2).upperAscii() != 'AQ'"
	// +validationRule="self.find('[0-9]+') != '42'"
	// +validationRule="self.findAll('[0-9]').size() < 3"
	// +validationRule="self.trim() == self && !self.endsWith('-')"
	Name string `json:"name"`
	// +maxItems=5
	// +listType=set
	Names []string `json:"names"`
}

// Lists are searched, sorted and compared.
// +validationRule="self.set == ['b', 'a'] || !('z' in self.set)"
// +validationRule="(self.set + ['q']).size() < 4"
// +validationRule="sets.contains(['a', 'b', 'c', 'z', 'x'], self.set)"
// +validationRule="!sets.intersects(self.set, ['x'])"
// +validationRule="!sets.equivalent(self.set, ['a'])"
// +validationRule="self.set == oldSelf.set || self.map != oldSelf.map",message="set and map change together"
type Lists struct {
	// +maxItems=6
	// +listType=atomic
	// +validationRule="self.all(x, x > 0)"
	// +validationRule="self.exists(x, x == 3)",message="there must be a three"
	// +validationRule="!self.exists_one(x, x == 5)"
	// +validationRule="self.filter(x, x > 10).size() < 2"
	// +validationRule="self.map(x, x * 2).sum() < 100"
	// +validationRule="self.isSorted() && self.sort() == self"
	// +validationRule="self.max() < 50 && self.min() < 9"
	// +validationRule="self.indexOf(9) < 2 && self.lastIndexOf(9) < 3"
	// +validationRule="self[2] != 13"
	// +validationRule="self.distinct().size() == self.size()"
	// +validationRule="self.slice(0, 1)[0] < 40"
	// +validationRule="[self, [1]].flatten().size() < 6"
	// +validationRule="self.reverse()[0] != 7"
	// +validationRule="lists.range(3) != self"
	Atomic []int32 `json:"atomic,omitempty"`
	// +maxItems=4
	// +listType=set
	Set []string `json:"set,omitempty"`
	// +maxItems=4
	// +listType=map
	// +listMapKey=key
	// +validationRule="self.all(a, self.exists_one(b, a.key == b.key))"
	// +validationRule="self.sortBy(i, i.key)[0].key != 'zlast'"
	Map []Item `json:"map,omitempty"`
	// +maxItems=4
	// +listType=atomic
	Others []Other `json:"others,omitempty"`
}

// Item is an element of a list or map.
// +validationRule="self.value >= oldSelf.value",message="may only grow"
// +validationRule="self.key != 'bad'"
type Item struct {
	// +maxLength=10
	Key   string `json:"key"`
	Value *int32 `json:"value,omitempty"`
}

// Other is an element that nothing tells from the others.
type Other struct {
	// +validationRule="self != 'bad'"
	Name *string `json:"name,omitempty"`
}

// Rates has lists whose keys are floats.
type Rates struct {
	// +listType=map
	// +listMapKey=factor
	// +maxItems=4
	One []Rate `json:"one,omitempty"`
	// +listType=map
	// +listMapKey=factor
	// +listMapKey=weight
	// +maxItems=4
	Two []Rate `json:"two,omitempty"`
	// +listType=set
	Set []float64 `json:"set,omitempty"`
}

// Rate is an element whose value may only grow.
// +validationRule="self.value >= oldSelf.value",message="may only grow"
type Rate struct {
	Factor float64 `json:"factor"`
	// +default=1.5
	Weight float64 `json:"weight,omitempty"`
	// +maximum=9
	Value int32 `json:"value"`
}

// Named has lists of types with names, and says more of them than the types do.
// +validationRule="!has(self.tags) || self.tags != ['b', 'a']"
// +validationRule="!has(self.words) || self.words != ['b', 'a']"
// +validationRule="!has(self.parts) || !has(oldSelf.parts) || self.parts == oldSelf.parts"
type Named struct {
	// +listType=set
	// +maxItems=4
	Tags Tags `json:"tags,omitempty"`
	// +maxItems=4
	Words Tags `json:"words,omitempty"`
	// +listType=map
	// +listMapKey=name
	// +maxItems=4
	Parts Parts `json:"parts,omitempty"`
}

// Tags are short.
type Tags []string

// Parts have a name.
type Parts []Inner

// Maps are gone through by key and value.
type Maps struct {
	// +maxProperties=4
	// +validationRule="self.all(k, k.size() < 10)"
	// +validationRule="self.all(k, v, v != 'bad')",messageExpression="'bad is in ' + string(self.size())"
	// +validationRule="self.transformList(k, v, k + v).size() < 4"
	// +validationRule="!self.exists(k, v, k == v)"
	// +validationRule="self.transformMap(k, v, v.size()).all(k, n, n < 9)"
	// +validationRule="!('never' in self)"
	// +validationRule="self['app'] != 'none'"
	// +validationRule="self.existsOne(k, v, v == 'one')",field="['app']",message="exactly one one"
	// +validationRule="self.transformMapEntry(k, v, {v: k}).size() == self.size()"
	Labels map[string]string `json:"labels,omitempty"`
	// +maxProperties=4
	ByName map[string]Item `json:"byName,omitempty"`
	// +validationRule="self == oldSelf",message="is immutable"
	Fixed *string `json:"fixed,omitempty"`
}

// Kinds are of the libraries of Kubernetes.
type Kinds struct {
	// +validationRule="quantity(self).isLessThan(quantity('10Gi')) && quantity(self).sub(quantity('1')).compareTo(quantity('0')) >= 0"
	Memory *resource.Quantity `json:"memory,omitempty"`
	// +maxLength=20
	// +validationRule="isIP(self) && ip(self).family() == 4"
	// +validationRule="!ip(self).isLoopback() && ip.isCanonical(self)"
	Address *string `json:"address,omitempty"`
	// +maxLength=20
	// +validationRule="cidr(self).containsIP('10.0.0.1')"
	// +validationRule="cidr(self).prefixLength() >= 8 && cidr(self).masked() == cidr(self)"
	Range *string `json:"range,omitempty"`
	// +maxLength=40
	// +validationRule="isURL(self) && url(self).getScheme() == 'https'"
	// +validationRule="url(self).getHost() != 'localhost' && url(self).getQuery().size() == 0"
	URL *string `json:"url,omitempty"`
	// +maxLength=20
	// +validationRule="semver(self).isGreaterThan(semver('1.0.0')) && semver(self).major() < 3"
	Version *string `json:"version,omitempty"`
	// +maxLength=20
	// +validationRule="!format.dns1123Label().validate(self).hasValue()",messageExpression="format.dns1123Label().validate(self).value()[0].substring(0, 40)"
	Host *string `json:"host,omitempty"`
	// +maxLength=20
	// +validationRule="duration(self) < duration('1h') && duration(self).getSeconds() > 0"
	Timeout *string `json:"timeout,omitempty"`
	// +validationRule="self < timestamp('2030-01-01T00:00:00Z') && self.getFullYear() > 2000"
	// +validationRule="self.getDayOfWeek('Europe/Berlin') != 0"
	Time *metav1.Time `json:"time,omitempty"`
	// +maxLength=16
	// +validationRule="self.size() < 5 && self != b'abc'"
	Data []byte `json:"data,omitempty"`
}

// Optionals may be there or not.
// +validationRule="self.?inner.?name.orValue('none') != 'bad'"
// +validationRule="self.?inner.hasValue() ? self.inner.count < 9 : true"
// +validationRule="optional.ofNonZeroValue(self.__if__).hasValue() || has(self.inner)"
// +validationRule="self.?items[?1].orValue('x') != 'second'"
// +validationRule="!oldSelf.hasValue() || self.__if__ >= oldSelf.value().__if__",optionalOldSelf=true,message="if may only grow"
// +validationRule="self.?inner.optMap(i, i.name.size()).orValue(0) < 6"
// +validationRule="self.items.first().orValue('') != 'first' && self.items.last().orValue('') != 'last'"
type Optionals struct {
	If    *int32 `json:"if,omitempty"`
	Inner *Inner `json:"inner,omitempty"`
	// +maxItems=4
	// +listType=atomic
	Items []string `json:"items,omitempty"`
	// +validationRule="oldSelf.orValue('') != 'gone' || self == 'gone'",optionalOldSelf=true
	State *string `json:"state,omitempty"`
}

// Inner has zero values that count.
// +validationRule="has(self.count) && self.count == 0 || self.name != ''"
type Inner struct {
	// +maxLength=10
	Name  string `json:"name"`
	Count *int32 `json:"count,omitempty"`
}

// Widget is a resource, whose metadata rules see in part.
// +validationRule="self.metadata.name.startsWith('w') && self.kind == 'Widget'"
// +validationRule="self.spec.replicas <= self.spec.limit",field="spec.replicas",message="too many replicas"
// +validationRule="has(self.spec.mode) && self.spec.mode in ['fast', 'slow']"
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec"`
}

// WidgetSpec says what a widget is like.
type WidgetSpec struct {
	Replicas *int32 `json:"replicas,omitempty"`
	Limit    *int32 `json:"limit,omitempty"`
	// +default="fast"
	// +validationRule="self != 'odd' || oldSelf == 'odd'",message="no longer taken"
	Mode string `json:"mode,omitempty"`
	// +maxLength=10
	Note *string `json:"note,omitempty"`
}

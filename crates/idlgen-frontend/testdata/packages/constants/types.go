// Package constants has constants of every form.
package constants

import (
	"example.com/packages/missing"
	"math"
	"time"
)

const (
	Zero = iota
	One
	_
	Three
	Shifted = 1 << iota
	Again
)

const (
	Add        = 1 + 2*3
	Sub        = 5 - 7
	Quotient   = 7 / 2
	Remainder  = -7 % 3
	And        = 12 & 10
	Or         = 12 | 10
	Xor        = 12 ^ 10
	AndNot     = 12 &^ 10
	Left       = 1 << 10
	Right      = 1024 >> 3
	Not        = ^5
	NotByte    = ^uint8(5)
	NotShort   = ^uint16(5)
	NotWord    = ^uint32(5)
	NotLong    = ^uint64(5)
	NotUint    = ^uint(5)
	NotPointer = ^uintptr(5)
	NotInt     = ^int32(5)
	SameFloats = 1.5 == 1.5
	FloatSum   = 1.5 + 1.25
	SameBools  = true == true
	OtherBools = true != true
	Elsewhere  = missing.Kind("x") + "y"
	Negative   = -(3)
	Positive   = +3
	Equal      = 1 == 1
	NotEqual   = "a" != "b"
	Less       = 1 < 2
	LessEqual  = "a" <= "b"
	More       = 1.5 > 2
	MoreEqual  = 2 >= 2
	Both       = true && false
	Either     = true || false
	Neither    = !true
	FloatAdd   = 1.5 + 2
	FloatSub   = 1.5 - 2
	FloatTimes = 1.5 * 4
	FloatHalf  = 3.0 / 2
	FloatDown  = 1 / 3.0
	Mixed      = 3 / 2.0
	Text       = "a" + "b" + `c`
	Rune       = 'x'
	RuneAdd    = 'x' + 1
	Hex        = 0xff
	Octal      = 0o17
	OldOctal   = 017
	Binary     = 0b101
	Separated  = 1_000_000
	Exponent   = 1e3
	HexFloat   = 0x1p-2
	Large      = 1 << 100
	Larger     = Large * Large
	Back       = Large >> 98
	ByZero     = 1 / 0
	ByZeroRest = 1 % 0
	TooFar     = 1 << 1000
	WrongSides = "a" - "b"
	MixedSides = "a" + 1
	Overflow   = int8(200)
	Converted  = int8(100)
	Unsigned   = uint16(65535)
	Truncated  = int(2.0)
	NotWhole   = int(2.5)
	AsFloat    = float32(1) / 3
	AsDouble   = float64(1) / 3
	AsText     = string("x")
	TooSmall   = uint(0) - 1
	TooNegative = -uint8(1)
	Seconds    = 30 * time.Second
	Hours      = 2 * time.Hour
	Micro      = time.Microsecond + time.Nanosecond
	Milli      = time.Millisecond * 5
	Minutes    = time.Minute
	Bits8      = math.MaxInt8 + math.MinInt8 + math.MaxUint8
	Bits16     = math.MaxInt16 + math.MinInt16*2 + math.MaxUint16
	Bits32     = math.MaxInt32 + math.MinInt32*2 + math.MaxUint32
	Bits64     = math.MaxInt64 - math.MinInt64
	BitsOf     = math.MaxInt - math.MinInt
	Most       = math.MaxUint64 - math.MaxUint
	Pi         = math.Pi
	Length     = len("abc")
	Called     = f(1)
	Cycle      = OtherCycle + 1
	OtherCycle = Cycle
	Unknown    = Missing
	Near       = Zer
)

type Kind string

type Level uint8

type Signed int16

type Ratio float32

const (
	KindA Kind = "A"
	KindB      = Kind("B")
	KindC Kind = KindA + "C"
	KindD Kind = Kind("D" + "E")
	KindE Kind = missing
	KindF Kind = KindG
	KindG Kind = KindF

	LevelLow  Level = iota
	LevelHigh Level = 255
	LevelOver Level = 256
	LevelNot        = ^LevelLow
	LevelLeft       = LevelHigh << 1
	LevelRest       = LevelHigh % 7

	SignedNot        = ^Signed(1)
	SignedLow Signed = -32768
	SignedOut Signed = -32769
	SignedSum        = SignedLow - 1

	RatioA Ratio = 0.1
	RatioB       = RatioA * 3

	A, B Kind = "a", "b"
	C, D      = A, One
)

func f(int) int { return 1 }

type Defaults struct {
	// +default=ref(Add)
	A int `json:"a"`
	// +default=ref(FloatHalf)
	B float64 `json:"b"`
	// +default=ref(Large)
	C int `json:"c"`
	// +default=ref(Cycle)
	D int `json:"d"`
	// +default=ref(Unknown)
	E int `json:"e"`
	// +default=ref(Near)
	F int `json:"f"`
	// +default=ref(Called)
	G int `json:"g"`
	// +default=ref(time.Second)
	H int64 `json:"h"`
	// +default=ref(KindB)
	I Kind `json:"i"`
	// +default=ref(Equal)
	J bool `json:"j"`
	// +default=ref(Text)
	K map[string]struct {
		// +default=ref(Rune)
		L int `json:"l"`
	} `json:"k"`
	// +default=ref(Bits8)
	M []struct {
		// +default=ref(Nothing)
		N string `json:"n"`
	} `json:"m"`
	// +default=ref(example.com/packages/resolution.Exported)
	O string `json:"o"`
	// +default=ref(example.com/packages/resolution.unexported)
	P string `json:"p"`
	// +default=ref(example.com/packages/resolution.Exporte)
	Q string `json:"q"`
	// +default=ref(unsafe.X)
	R string `json:"r"`
}

type Typed string

const (
	External missing.Kind = "external"
	Sum                   = External + "y"
)

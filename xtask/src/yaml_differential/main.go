// Reads {"text": YAML} a line and writes what sigs.k8s.io/yaml makes of it: {"json": VALUE} or {"error": TEXT}, beside
// which {"lenient": VALUE} stands if the text is refused only where keys may not stand twice. Of {"value": JSON} it
// writes {"yaml": TEXT}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

type answer struct {
	JSON    json.RawMessage `json:"json,omitempty"`
	Lenient json.RawMessage `json:"lenient,omitempty"`
	YAML    *string         `json:"yaml,omitempty"`
	Error   string          `json:"error,omitempty"`
}

func judge(text string) (result answer) {
	defer func() {
		if reason := recover(); reason != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	// Strict, so that a key which stands twice is an error, as Kubernetes' tools take it by default.
	out, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		result = answer{Error: err.Error()}
		if out, err := yaml.YAMLToJSON([]byte(text)); err == nil {
			result.Lenient = out
		}
		return result
	}
	return answer{JSON: out}
}

func write(value json.RawMessage) (result answer) {
	defer func() {
		if reason := recover(); reason != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	// As Kubernetes' tools come to it: from a value that Go has marshalled.
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return answer{Error: err.Error()}
	}
	marshalled, err := json.Marshal(decoded)
	if err != nil {
		return answer{Error: err.Error()}
	}
	out, err := yaml.JSONToYAML(marshalled)
	if err != nil {
		return answer{Error: err.Error()}
	}
	text := string(out)
	return answer{YAML: &text}
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var request struct {
			Text  string
			Value json.RawMessage
		}
		if decoder.Decode(&request) != nil {
			return
		}
		result := answer{}
		if request.Value != nil {
			result = write(request.Value)
		} else {
			result = judge(request.Text)
		}
		if err := encoder.Encode(result); err != nil {
			panic(err)
		}
	}
}

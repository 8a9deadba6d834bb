// Renders ops/chart as `helm template` does, for machines that have Go but no Helm:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run ops/render-chart.go RELEASE VALUES.yaml [VALUES.yaml …]
//
// It needs Debian's golang-github-masterminds-sprig-dev and golang-gopkg-yaml.v3-dev. Later values replace earlier ones.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	if err := render(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(release string, files []string) error {
	values := map[string]interface{}{}
	for _, file := range append([]string{"ops/chart/values.yaml"}, files...) {
		read, err := readYaml(file)
		if err != nil {
			return err
		}
		merge(values, read)
	}
	chart, err := readYaml("ops/chart/Chart.yaml")
	if err != nil {
		return err
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": chart["name"], "Version": chart["version"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(out.String(), "\n"), err
	}
	functions["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	paths, err := filepath.Glob("ops/chart/templates/*")
	if err != nil {
		return err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := all.New(path).Funcs(functions).Parse(string(text)); err != nil {
			return err
		}
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".tpl") {
			continue
		}
		fmt.Printf("---\n# Source: %s\n", path)
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, path, data); err != nil {
			return err
		}
		if strings.HasSuffix(path, ".txt") {
			fmt.Println("# " + strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", "\n# "))
		} else {
			fmt.Println(strings.TrimSpace(out.String()))
		}
	}
	return nil
}

func readYaml(path string) (map[string]interface{}, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read := map[string]interface{}{}
	return read, yaml.Unmarshal(text, &read)
}

func merge(into, from map[string]interface{}) {
	for name, value := range from {
		inner, isMap := value.(map[string]interface{})
		existing, wasMap := into[name].(map[string]interface{})
		if isMap && wasMap {
			merge(existing, inner)
		} else {
			into[name] = value
		}
	}
}

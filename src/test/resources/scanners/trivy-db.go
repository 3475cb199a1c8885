// Writes a database for Trivy of the OSV records in a folder: trivy-db RECORDS CACHE.
// Only as much of its form (version 2) as a scan of npm and PyPI packages asks for; see bin/record.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"strings"

	bolt "go.etcd.io/bbolt"
)

type record struct {
	ID       string   `json:"id"`
	Aliases  []string `json:"aliases"`
	Summary  string   `json:"summary"`
	Severity []struct{ Type, Score string }
	Affected []struct {
		Package struct{ Ecosystem, Name string }
		Ranges  []struct{ Events []map[string]string }
	}
	DatabaseSpecific struct{ Severity string } `json:"database_specific"`
}

type object map[string]any

var sources = map[string]object{
	"npm":  {"ID": "ghsa", "Name": "GitHub Security Advisory npm", "URL": "https://github.com/advisories?query=type%3Areviewed+ecosystem%3Anpm"},
	"PyPI": {"ID": "ghsa", "Name": "GitHub Security Advisory pip", "URL": "https://github.com/advisories?query=type%3Areviewed+ecosystem%3Apip"},
}

var prefixes = map[string]string{"npm": "npm", "PyPI": "pip"}

// Trivy's levels, from UNKNOWN up.
var levels = map[string]int{"LOW": 1, "MODERATE": 2, "HIGH": 3, "CRITICAL": 4}

func main() {
	folder := filepath.Join(os.Args[2], "db")
	must(os.MkdirAll(folder, 0o755))
	db, err := bolt.Open(filepath.Join(folder, "trivy.db"), 0o644, nil)
	must(err)
	defer db.Close()
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.json"))
	must(err)
	must(db.Update(func(tx *bolt.Tx) error {
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(err)
			var one record
			must(json.Unmarshal(text, &one))
			// Trivy's own database has no packages that are malicious themselves.
			if !strings.HasPrefix(one.ID, "MAL-") {
				put(tx, one)
			}
		}
		return nil
	}))
	must(os.WriteFile(filepath.Join(folder, "metadata.json"),
		[]byte(`{"Version":2,"NextUpdate":"2099-01-01T00:00:00Z","UpdatedAt":"2026-01-01T00:00:00Z","DownloadedAt":"2026-01-01T00:00:00Z"}`), 0o644))
}

func put(tx *bolt.Tx, one record) {
	// Trivy calls a flaw by its CVE and tells the other name as the vendor's.
	id, vendor := one.ID, ""
	for _, name := range append([]string{one.ID}, one.Aliases...) {
		if strings.HasPrefix(name, "CVE-") {
			id = name
		} else if strings.HasPrefix(name, "GHSA-") {
			vendor = name
		}
	}
	for _, affected := range one.Affected {
		var vulnerable, patched []string
		for _, events := range affected.Ranges {
			for _, event := range events.Events {
				if fixed := event["fixed"]; fixed != "" {
					vulnerable, patched = append(vulnerable, "<"+fixed), append(patched, fixed)
				}
			}
		}
		source := sources[affected.Package.Ecosystem]
		bucket := prefixes[affected.Package.Ecosystem] + "::" + source["Name"].(string)
		advisory := object{"PatchedVersions": patched, "VulnerableVersions": vulnerable}
		if vendor != "" {
			advisory["VendorIDs"] = []string{vendor}
		}
		save(tx, []string{bucket, affected.Package.Name}, id, advisory)
		save(tx, []string{"data-source"}, bucket, source)
	}
	details := object{"Title": one.Summary, "Severity": levelName(one), "VendorSeverity": object{"ghsa": levels[one.DatabaseSpecific.Severity]}}
	for _, score := range one.Severity {
		key := map[string]string{"CVSS_V3": "V3Vector", "CVSS_V4": "V40Vector"}[score.Type]
		details["CVSS"] = object{"ghsa": object{key: score.Score}}
	}
	save(tx, []string{"vulnerability"}, id, details)
}

func levelName(one record) string {
	if one.DatabaseSpecific.Severity == "MODERATE" {
		return "MEDIUM"
	}
	return one.DatabaseSpecific.Severity
}

func save(tx *bolt.Tx, path []string, key string, value any) {
	bucket, err := tx.CreateBucketIfNotExists([]byte(path[0]))
	must(err)
	for _, name := range path[1:] {
		bucket, err = bucket.CreateBucketIfNotExists([]byte(name))
		must(err)
	}
	text, err := json.Marshal(value)
	must(err)
	must(bucket.Put([]byte(key), text))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

#!/bin/sh
# Holds docs/openapi.json against the rules that Redocly and Spectral recommend; either finds nothing, or this ends with 1.
# They bring some 240 packages, so they are installed into a temporary folder and never into this repository.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --prefix "$place" --ignore-scripts --no-audit --no-fund --silent @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3
"$place/node_modules/.bin/redocly" lint --config scripts/lint-description/redocly.yaml docs/openapi.json
"$place/node_modules/.bin/spectral" lint --ruleset scripts/lint-description/spectral.yaml --fail-severity=hint docs/openapi.json

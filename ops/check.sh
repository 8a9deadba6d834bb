#!/usr/bin/env bash
# Checks the files of this folder with the programs that read them. A program that is not installed is named.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
has() { command -v "$1" >/dev/null || { missing+=("$1"); return 1; }; }

if has systemd-analyze; then
  # The unit names a program and a user that this machine need not have.
  unit=$(mktemp -d)
  sed -e 's#^ExecStart=.*#ExecStart=/bin/true#' -e 's#^User=.*#User=nobody#' ops/savepoint.service >"$unit/savepoint.service"
  systemd-analyze verify --man=no "$unit/savepoint.service"
  echo "ops/savepoint.service: systemd understands it"
fi
if has nginx; then
  whole=$(mktemp)
  printf 'events {}\npid /dev/null;\nhttp { access_log off; include %s; }\n' "$PWD/ops/nginx.conf" >"$whole"
  nginx -t -q -c "$whole"
  echo "ops/nginx.conf: nginx understands it"
fi
if has caddy; then
  SITE=games.example.org NODES='node-1:3000 node-2:3000' caddy validate --adapter caddyfile --config ops/Caddyfile >/dev/null 2>&1
  echo "ops/Caddyfile: Caddy understands it"
fi
if has promtool; then
  promtool check rules ops/alerts.yaml >/dev/null
  echo "ops/alerts.yaml: Prometheus understands it"
fi
if has docker && docker compose version >/dev/null 2>&1; then
  docker compose -f compose.yaml config --quiet
  SITE=games.example.org DATABASE_PASSWORD=p SECRET=s docker compose -f compose.scale.yaml config --quiet
  echo "compose.yaml, compose.scale.yaml: Docker Compose understands them"
fi
chart_values=(
  'replicas=1'
  'replicas=1,backups.size=5Gi'
  'replicas=3,secretSettings.DATABASE_URL=postgresql://u:p@host/savepoint,secretSettings.SECRET=01234567890123456789012345678901,ingress.enabled=true,ingress.host=games.example.org'
)
if has helm; then
  for values in "${chart_values[@]}"; do
    helm lint --quiet ops/chart --set "$values"
    helm template savepoint ops/chart --set "$values" >/dev/null
  done
  echo "ops/chart: Helm renders it"
elif has go; then
  values=$(mktemp)
  cat >"$values" <<'VALUES'
replicas: 3
secretSettings: { DATABASE_URL: 'postgresql://u:p@host/savepoint', SECRET: '01234567890123456789012345678901' }
ingress: { enabled: true, host: games.example.org, tlsSecret: certificate }
VALUES
  GO111MODULE=off GOPATH=/usr/share/gocode go run ops/render-chart.go savepoint >/dev/null
  GO111MODULE=off GOPATH=/usr/share/gocode go run ops/render-chart.go savepoint "$values" >/dev/null
  echo "ops/chart: Go renders it"
fi
[ ${#missing[@]} -eq 0 ] || echo "Not checked, because it is not installed: ${missing[*]}"

#!/usr/bin/env bash
# Tries what is in operations/ with the programs that it is for, as far as they are installed: their own checks, then the
# proxies and Prometheus before a real service. A line for each; exit 1 if something is other than it should be.
# On Debian: apt-get install prometheus caddy nginx-light systemd curl openssl. Containers: containers/try.sh.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
place=$(mktemp -d)
failed=0
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$place"
}
trap cleanup EXIT
told() {
  if [[ $3 == $2 ]]; then echo "ok      $1"; else echo "FAILED  $1: $3"; failed=1; fi
}
has() { command -v "$1" >/dev/null || { echo "not here: $1"; return 1; }; }
# Asks again for as long as three minutes, until the answer is as it should be.
soon() {
  local found
  for _ in $(seq 180); do
    found=$("${@:3}")
    [[ $found == $2 ]] && break
    sleep 1
  done
  told "$1" "$2" "$found"
}

if has promtool; then
  told 'promtool check rules' 0 "$(promtool check rules operations/prometheus/rules.yml >"$place/out" 2>&1; echo $?)"
  told 'promtool check config' 0 "$(promtool check config operations/prometheus/prometheus.yml >"$place/out" 2>&1; echo $?)"
fi
if has systemd-analyze; then
  mkdir -p "$place/units"
  for unit in operations/systemd/tenor*.service operations/systemd/tenor-backup.timer; do
    sed "s#/usr/local/bin/node#$(command -v node)#; s#/opt/tenor#$PWD#" "$unit" >"$place/units/$(basename "$unit")"
  done
  told 'systemd-analyze verify' '' "$(SYSTEMD_UNIT_PATH="$place/units:" systemd-analyze verify "$place"/units/* 2>&1 | grep tenor)"
  exposure=$(systemd-analyze security --offline=yes "$place/units/tenor.service" 2>/dev/null | sed -n 's/.*Overall exposure level for tenor.service: \([0-9]*\).*/\1/p')
  told 'systemd-analyze security: below 2' '[01]' "$exposure"
fi

port=4831
export DATA_DIR="$place/data" PORT=$port WORKERS=2 TRUST_PROXY=127.0.0.1 PUBLIC_URL=https://localhost:8443 RATE_LIMIT_ADDRESS_PER_MINUTE=0
node cli/tenor.mjs start >"$place/log" 2>&1 &
service=$!
pids+=($service)
soon 'the service is ready' 200 curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:$port/health/ready
key=$(sed -n 's/^ *test key *//p' "$place/log")
if has promtool; then
  told 'promtool check metrics' 0 "$(curl -s http://127.0.0.1:$port/metrics | promtool check metrics >"$place/out" 2>&1; echo $?)"
fi

openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout "$place/key.pem" -out "$place/cert.pem" 2>/dev/null
# through NAME PORT: what must pass a proxy, and what must not
through() {
  local at=https://localhost:$2
  soon "$1 answers" 200 curl -sk -o /dev/null -w '%{http_code}' "$at/health/live"
  for path in /metrics /health/ready; do
    told "$1 closes $path" 404 "$(curl -sk -o /dev/null -w '%{http_code}' "$at$path")"
  done
  head -c 4200000 /dev/zero | tr '\0' ' ' >"$place/lines"
  told "$1 lets an upload of 4 MB pass" '[24]0[02]' "$(curl -sk -o "$place/out" -w '%{http_code}' -H "X-API-KEY: $key" -H 'content-type: application/x-ndjson' --data-binary "@$place/lines" "$at/api/people/import")"
  curl -skN --max-time 20 -H "X-API-KEY: $key" "$at/api/events/stream" >"$place/stream" &
  local stream=$!
  sleep 1
  curl -sk -o /dev/null -H "X-API-KEY: $key" -H 'content-type: application/json' -d '{"name":{"firstName":"Ada","lastName":"Lovelace"}}' "$at/api/people"
  soon "$1 passes events on at once" 1 grep -c -m1 person.created "$place/stream"
  kill $stream 2>/dev/null
  node cli/tenor.mjs key create --name "$1" --addresses 203.0.113.9 >"$place/bound" 2>/dev/null
  told "$1 believes no address that a client claims" 403 "$(curl -sk -o /dev/null -w '%{http_code}' -H "X-API-KEY: $(sed -n 's/^key *//p' "$place/bound")" -H 'X-Forwarded-For: 203.0.113.9' "$at/api/people")"
}
if has caddy; then
  sed "s#loans.example.com {#https://localhost:8443 {\n\ttls $place/cert.pem $place/key.pem#; s#127.0.0.1:4000 {#127.0.0.1:$port {#; 1i { \nadmin off\nauto_https off\n}" operations/proxies/Caddyfile >"$place/Caddyfile"
  caddy run --adapter caddyfile --config "$place/Caddyfile" >"$place/caddy.log" 2>&1 &
  pids+=($!)
  through caddy 8443
fi
if has nginx; then
  {
    echo "pid $place/nginx.pid; error_log $place/nginx.log; daemon off; events {} http { access_log off;"
    for part in client_body proxy fastcgi uwsgi scgi; do echo "${part}_temp_path $place/$part;"; done
    sed "s#listen 443#listen 127.0.0.1:8444#; s#server 127.0.0.1:4000#server 127.0.0.1:$port#; s#/etc/ssl/tenor#$place#; s#loans.example.com#localhost#" operations/proxies/nginx.conf
    echo '}'
  } >"$place/nginx.conf"
  nginx -c "$place/nginx.conf" >/dev/null 2>&1 &
  pids+=($!)
  through nginx 8444
fi

if has prometheus; then
  # The same alerts, asked every three seconds and without patience.
  sed 's/^\( *\)for: .*$/\1for: 0s/' operations/prometheus/rules.yml >"$place/rules.yml"
  sed "s/15s/3s/; s/127.0.0.1:4000/127.0.0.1:$port/" operations/prometheus/prometheus.yml >"$place/prometheus.yml"
  prometheus --config.file="$place/prometheus.yml" --storage.tsdb.path="$place/tsdb" --web.listen-address=127.0.0.1:9191 >"$place/prometheus.log" 2>&1 &
  pids+=($!)
  firing() {
    curl -s http://127.0.0.1:9191/api/v1/alerts | grep -o '"alertname":"[A-Za-z]*"' | cut -d'"' -f4 | sort -u | tr '\n' ' '
  }
  soon 'no backup was made: TenorBackupOld, and nothing else' 'TenorBackupOld ' firing
  node cli/tenor.mjs backup "$place/a.backup" >/dev/null 2>&1
  soon 'a backup was made: no alert' '' firing
  node cli/tenor.mjs payments stop --reason trial >/dev/null 2>&1
  soon 'payments are stopped' 'TenorPaymentsStopped ' firing
  node cli/tenor.mjs payments resume >/dev/null 2>&1
  soon 'payments go on' '' firing
  server=$(head -1 "$DATA_DIR/db/postmaster.pid")
  for pid in $server $(pgrep -P "$server"); do kill -STOP "$pid"; done
  soon 'the database hangs' '*TenorNotReady*' firing
  for pid in $(pgrep -P "$server") $server; do kill -CONT "$pid"; done
  soon 'it goes on' '' firing
  for _ in 1 2 3 4; do
    pkill -KILL -P $service -f worker.mjs
    sleep 2
  done
  soon 'workers end again and again' '*TenorWorkersEnd*' firing
  kill $service
  soon 'the service is gone' '*TenorDown*' firing
fi
exit $failed

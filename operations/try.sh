#!/usr/bin/env bash
# Tries what is in operations/ with the programs that it is for, as far as they are installed: their own checks, then the
# proxies and Prometheus before a real service, whose troubles are brought about one after the other. A line for each;
# exit 1 if something is other than it should be. It takes about ten minutes, and root for the disk that fills up.
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
  mountpoint -q "$place/disk" && umount "$place/disk"
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
mkdir "$place/disk"
# A disk that can be filled up.
mount -t tmpfs -o size=2g tmpfs "$place/disk" 2>/dev/null || echo 'not here: a disk of its own'
export DATA_DIR="$place/disk/data" PORT=$port WORKERS=2 TRUST_PROXY=127.0.0.1 PUBLIC_URL=https://localhost:8443 RATE_LIMIT_ADDRESS_PER_MINUTE=0
# Nobody listens there.
export WEBHOOK_DEV_HOSTS=127.0.0.1:9
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

# A second installation, of another version, beside the first one.
other_version() {
  mkdir "$place/other"
  cp -r --parents package.json cli engine ach guard metro2 simulator src docs/examples.json "$place/other"
  ln -s "$PWD/node_modules" "$place/other/node_modules"
  sed -i "s/productVersion = .*/productVersion = '9.9.9';/" "$place/other/src/app/product-version.ts"
  (cd "$place/other" && DATA_DIR="$place/other/data" PORT=$((port + 1)) WORKERS=1 exec node cli/tenor.mjs start >"$place/other/log" 2>&1) &
  pids+=($!)
}
# call METHOD PATH [BODY]: prints the first id of the answer. What is refused is shown: without it no alert can come.
call() {
  curl -s --fail-with-body -o "$place/answer" -X "$1" -H "X-API-KEY: $key" -H 'content-type: application/json' ${3:+-d "$3"} "http://127.0.0.1:$port/api$2" ||
    echo "refused: $1 $2: $(cat "$place/answer")" >&2
  sed -n 's/.*"id":"\([A-Z][A-Z]-[A-Z0-9-]*\)".*/\1/p' "$place/answer"
}
# many_ask: begins 200 requests at once, each of which asks again as soon as it is answered, until `kill $asking`
many_ask() {
  node -e '
    const [at, key] = process.argv.slice(1);
    const ask = async () => { for (;;) await fetch(at, { headers: { "X-API-KEY": key } }).then((answer) => answer.text(), () => {}); };
    for (let n = 0; n < 200; n++) ask();' "http://127.0.0.1:$port/api/people" "$key" &
  asking=$!
  pids+=($asking)
}
if has prometheus; then
  # The same alerts, asked every three seconds, over half a minute and without patience.
  sed 's/^\( *\)for: .*$/\1for: 0s/; s/\[[0-9]*[mh]\]/[30s]/' operations/prometheus/rules.yml >"$place/rules.yml"
  sed "s/15s/3s/; s/\['127.0.0.1:4000'\]/['127.0.0.1:$port', '127.0.0.1:$((port + 1))']/" operations/prometheus/prometheus.yml >"$place/prometheus.yml"
  prometheus --config.file="$place/prometheus.yml" --storage.tsdb.path="$place/tsdb" --web.listen-address=127.0.0.1:9191 >"$place/prometheus.log" 2>&1 &
  pids+=($!)
  # Of the first service: the second one is not there for the most part.
  firing() {
    curl -sf -o "$place/alerts" http://127.0.0.1:9191/api/v1/alerts || { echo 'no answer of Prometheus'; return; }
    node -e '
      const { data } = JSON.parse(require("node:fs").readFileSync(process.argv[2], "utf8"));
      const own = data.alerts.filter(({ labels, state }) => state === "firing" && !String(labels.instance).endsWith(process.argv[1]));
      console.log([...new Set(own.map(({ labels }) => labels.alertname))].sort().map((name) => name + " ").join(""));' ":$((port + 1))" "$place/alerts"
  }
  # fire WHAT ALERT…: waits until each has been raised
  fire() {
    local what=$1 left
    shift
    left=" $* "
    for _ in $(seq 300); do
      for alert in $(firing); do left=${left/ $alert / }; done
      [ -z "${left// /}" ] && break
      sleep 1
    done
    told "$what: $*" '' "${left// /}"
  }
  soon 'no backup was made: TenorBackupOld, and nothing else' 'TenorBackupOld ' firing
  node cli/tenor.mjs backup "$place/a.backup" >/dev/null 2>&1
  soon 'a backup was made: no alert' '' firing

  node cli/tenor.mjs payments stop --reason trial >/dev/null 2>&1
  fire 'payments are stopped' TenorPaymentsStopped
  node cli/tenor.mjs payments resume >/dev/null 2>&1
  soon 'they go on: no alert' '' firing

  webhook=$(call POST /webhooks '{"webhookType":"direct","eventTypes":["person.created"],"webhookDirectDetails":{"webhookUrl":"http://127.0.0.1:9/hook"}}')
  for n in $(seq 12); do call POST /people "{\"name\":{\"firstName\":\"Ada\",\"lastName\":\"Number $n\"}}" >/dev/null; done
  fire 'a receiver of webhooks is gone' TenorWebhooksFail
  call DELETE "/webhooks/$webhook" >/dev/null
  soon 'its subscription is deleted: no alert' '' firing

  if mountpoint -q "$place/disk"; then
    fallocate -l $(($(df --output=avail -B1 "$place/disk" | tail -1) - 100000000)) "$place/disk/large"
    fire 'the disk fills up' TenorDiskFillsUp TenorDiskFull
    rm "$place/disk/large"
    soon 'there is room again: no alert' '' firing
  fi

  many_ask
  fire 'one key asks for more than its share' TenorRefuses
  kill $asking
  soon 'it asks no more: no alert' '' firing

  server=$(head -1 "$DATA_DIR/db/postmaster.pid")
  for pid in $server $(pgrep -P "$server"); do kill -STOP "$pid"; done
  many_ask
  fire 'the database hangs, and many ask' TenorNotReady TenorFails TenorSlow TenorConnectionsWaitedFor
  kill $asking
  for pid in $(pgrep -P "$server") $server; do kill -CONT "$pid"; done
  soon 'it goes on: no alert' '' firing

  # It is asked for news at once, after one minute and after two more; what it means is waited for at the end.
  call PUT /companies/current/payment-providers/card "{\"kind\":\"http\",\"http\":{\"url\":\"http://127.0.0.1:9/bridge\",\"rails\":[\"card\"]},\"credentials\":{\"secret\":\"$(head -c 32 /dev/urandom | base64)\"}}" >/dev/null

  # One worker and the database are left alone: where nothing answers, the only alert is TenorDown.
  (while sleep 1; do pkill -KILL -P $service -f 'worker\.mjs 2 |long-work\.mjs'; done) &
  killing=$!
  pids+=($killing)
  fire 'workers end again and again' TenorWorkersEnd TenorWorkersMissing TenorLongWorkMissing
  kill $killing
  soon 'the service is ready again' 200 curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:$port/health/ready

  account=$(call POST /companies/current/bank-accounts '{"name":"Collections","accountNumber":"4000001234","paymentProviderIds":["simulator"],"csv":{"columns":{"date":"Day","amount":"Amount","balance":"Balance"},"dateFormat":"YYYY-MM-DD"}}')
  day=$(date -u -d yesterday +%F)
  call POST "/companies/current/bank-accounts/$account/statements" "{\"content\":\"Day,Amount,Balance\\n$day,26.74,26.74\\n\"}" >/dev/null
  fire 'a bank shows money that nobody knows' TenorBreaksOpen

  other_version
  fire 'another version runs beside' TenorVersionsDiffer
  fire 'a payment provider does not answer' TenorPaymentProviderFails
  kill $service
  fire 'the service is gone' TenorDown
fi
exit $failed

#!/usr/bin/env bash
# Builds the image and runs it in every way that docs/operating.md speaks of. A line for each, and exit 1 if one is other
# than it should be. ENGINE is docker or podman; with podman, the settings of storage and engine are those of
# CONTAINERS_STORAGE_CONF and CONTAINERS_CONF. COMPOSE is "docker compose" or podman-compose. Where there is no registry,
# base-image.sh makes the images to begin with.
set -uo pipefail
cd "$(dirname "$0")/../.."
engine=${ENGINE:-$(command -v docker || command -v podman)}
compose=${COMPOSE:-$("$engine" compose version >/dev/null 2>&1 && echo "$engine compose" || command -v podman-compose)}
database=docker.io/library/$(sed -n 's/^ *image: \(postgres:.*\)$/\1/p' compose.yaml)
place=$(mktemp -d)
port=4820
failed=0
# removed NAME…: removes containers, and waits until each is gone. An engine that is busy may refuse at first.
removed() {
  local name
  for name in "$@"; do
    for _ in $(seq 60); do
      "$engine" container inspect "$name" >/dev/null 2>&1 || break
      "$engine" rm -f "$name" >/dev/null 2>&1 || sleep 1
    done
  done
}
cleanup() {
  removed t td
  "$engine" volume rm -f tv >/dev/null 2>&1
  "$engine" network rm -f tn >/dev/null 2>&1
  [ -f "$place/compose.yaml" ] && composed down --volumes >/dev/null 2>&1
  rm -rf "$place"
}
trap cleanup EXIT

# told WHAT EXPECTED FOUND: where they differ, the end of the container's log shows why
told() {
  if [[ $3 == $2 ]]; then printf '| %s | %s |\n' "$1" "$3"; return; fi
  printf '| %s | **%s**, not %s |\n' "$1" "$3" "$2"
  log | tail -20 >&2
  failed=1
}
# run IMAGE-ARGUMENTS: starts the container t and waits until it is ready or has ended; says which
run() {
  removed t
  # Podman leaves a file in the directory where it was begun when memory runs out.
  (cd "$place" && "$engine" run -d --name t --init -p "127.0.0.1:$port:4000" "$@") >/dev/null 2>"$place/error" || { cat "$place/error"; return; }
  for _ in $(seq 120); do
    curl -sf -o "$place/ready" "http://127.0.0.1:$port/health/ready" && { echo ready; return; }
    [ "$("$engine" inspect -f '{{.State.Running}}' t)" = true ] || { echo "exit $("$engine" inspect -f '{{.State.ExitCode}}' t)"; return; }
    sleep 0.5
  done
  echo 'not ready'
}
# soon ADDRESS: asks for as long as a minute, until it answers 200; says what it answered last
soon() {
  local status
  for _ in $(seq 120); do
    status=$(curl -s -o /dev/null -w '%{http_code}' "$1")
    [ "$status" = 200 ] && break
    sleep 0.5
  done
  echo "$status"
}
composed() { (cd "$place" && $compose "$@"); }
log() { "$engine" logs t 2>&1; }
# healthy: what the image's own check says, asked for where nothing asks by itself
healthy() {
  case $engine in *podman) "$engine" healthcheck run t >/dev/null 2>&1 ;; *) sleep 15 ;; esac
  "$engine" inspect -f '{{.State.Health.Status}}' t
}
stopped() { "$engine" stop -t 20 t >/dev/null 2>&1; echo "exit $("$engine" inspect -f '{{.State.ExitCode}}' t)"; }
# Read to its end: a grep that leaves early would end the engine by a broken pipe, and that counts as a failure.
has() { grep -E "$1" >/dev/null && echo yes || echo no; }
says() { log | has "$1"; }
workers() { sed -n 's/.*"wanted":\([0-9]*\).*/\1/p' "$place/ready" | grep . || echo 1; }
fresh() { removed t; "$engine" volume rm -f tv >/dev/null 2>&1; "$engine" volume create tv >/dev/null; }
image=tenor-tried

"$engine" build ${BUILD_OPTIONS:-} -t $image . >"$place/build" 2>&1 || { tail -20 "$place/build"; exit 1; }
echo '| Run | Result |'
echo '|---|---|'
told 'size in MB' '[1-4][0-9][0-9]' "$(($("$engine" image inspect -f '{{.Size}}' $image) / 1000000))"
told 'Node.js in it' 1 "$("$engine" run --rm --entrypoint sh $image -c 'find / -xdev -name node -type f -size +10M 2>/dev/null | wc -l')"

fresh
told 'embedded database, new volume' ready "$(run -v tv:/data $image)"
told 'its address in the log and in links' yes "$(says 'http://127\.0\.0\.1:4000' | grep -q yes && [ "$(says '0\.0\.0\.0')" = no ] && curl -s "http://127.0.0.1:$port/openapi.json" | grep -q '"url":"http://127.0.0.1:4000' && echo yes || echo no)"
told 'it is stopped' 'exit 0' "$(stopped)"
told 'started again' ready "$(run -v tv:/data $image)"
"$engine" kill -s KILL t >/dev/null 2>&1
told 'after SIGKILL' ready "$(run -v tv:/data $image)"
told 'the doctor in it: errors' '"errors": 0,' "$("$engine" exec t node cli/tenor.mjs doctor --json | grep -o '"errors": [0-9]*,')"
told 'read-only, no capabilities, no new privileges' ready "$(run -v tv:/data --read-only --cap-drop ALL --security-opt no-new-privileges $image)"
told 'as another user on that volume' 'exit 1' "$(run -v tv:/data --user 12345:12345 $image)"
told '… says whose it is and what to do, without a stack' yes "$(says 'belongs to the user id 1000, and this is 12345.*chown' | grep -q yes && [ "$(says '^ +at ')" = no ] && echo yes || echo no)"
told 'as root without capabilities' 'exit 1' "$(run -v tv:/data --user 0 --cap-drop ALL $image)"
told '… without a stack' no "$(says '^ +at ')"
fresh
told 'as root' ready "$(run -v tv:/data --user 0 $image)"

mkdir -m 755 "$place/root"
mkdir -m 700 "$place/own" && chown 12345:12345 "$place/own"
chmod 755 "$place"
told 'a directory of root' 'exit 1' "$(run -v "$place/root:/data" $image)"
told '… says whose it is and what to do, without a stack' yes "$(says 'belongs to the user id 0, and this is 1000.*chown' | grep -q yes && [ "$(says '^ +at ')" = no ] && echo yes || echo no)"
told 'a directory of user 12345, as that user' ready "$(run -v "$place/own:/data" --user 12345:12345 $image)"
told 'no volume at all: ready' ready "$(run $image)"
told '… and the log warns' yes "$(says 'lies in the container and goes with it')"
told '… and no volume was made' 0 "$("$engine" inspect -f '{{len .Mounts}}' t)"

fresh
told 'one processor (--cpus 1)' ready "$(run -v tv:/data --cpus 1 $image)"
told '… workers' 1 "$(workers)"
for memory in 1024 768 512 384 256; do
  fresh
  told "memory ${memory}m" ready "$(run -v tv:/data --memory ${memory}m --memory-swap ${memory}m $image)"
  told '… workers' "$([ $memory -lt 768 ] && echo 1 || echo '[12]')" "$(workers)"
  sleep 5
  told '… killed meanwhile' no "$(says 'a worker ended')"
  told '… stopped' 'exit 0' "$(stopped)"
done
fresh
run -v tv:/data --memory 384m --memory-swap 384m -e WORKERS=2 $image >/dev/null
told 'memory 384m and WORKERS=2: the log warns' yes "$(says 'limited to 384 MiB, and 2 workers')"

key=$(head -c 32 /dev/urandom | base64)
"$engine" network create tn >/dev/null
"$engine" run -d --name td --network tn -e POSTGRES_USER=tenor -e POSTGRES_DB=tenor -e POSTGRES_PASSWORD=tried -e POSTGRES_INITDB_ARGS='--encoding=UTF8 --locale=C' "$database" postgres >/dev/null
address=$("$engine" inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' td)
for _ in $(seq 60); do "$engine" exec td pg_isready -q -h 127.0.0.1 && break; sleep 0.5; done
told 'a PostgreSQL outside, as user 23456, read-only' ready "$(run --network tn -e DATABASE_URL="postgres://tenor:tried@$address:5432/tenor" -e ENCRYPTION_KEY="$key" --user 23456:23456 --read-only $image)"
told '… no volume was made' 0 "$("$engine" inspect -f '{{len .Mounts}}' t)"
told '… nothing says that data goes with the container' no "$(says 'goes with it')"
told '… its health, as the image asks for it' healthy "$(healthy)"
told '… stopped' 'exit 0' "$(stopped)"
removed t td

if [ -n "$compose" ]; then
  sed "/^    build: /d; s#image: tenor\$#image: $image#; s#127.0.0.1:4000:4000#127.0.0.1:$port:4000#; s#image: postgres:.*#image: $database#; s#^name: tenor#name: tried#" compose.yaml >"$place/compose.yaml"
  printf 'ENCRYPTION_KEY=%s\nPOSTGRES_PASSWORD=tried\n' "$key" >"$place/.env"
  composed up --detach >"$place/composed" 2>&1 || tail -5 "$place/composed"
  told 'compose.yaml' 200 "$(soon "http://127.0.0.1:$port/health/ready")"
  told '… the doctor in it: errors' '"errors": 0,' "$(composed exec -T tenor node cli/tenor.mjs doctor --json 2>/dev/null | grep -o '"errors": [0-9]*,')"
  told '… the first keys are in its log' yes "$(composed logs tenor 2>&1 | has 'test key')"
fi
exit $failed

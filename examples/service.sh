# What the examples share: the service that they use, and how they call it. Read in by `.`, never run.

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

if [ -z "${TENOR_API_KEY:-}" ]; then
  say 'A service of its own, in an empty directory'
  home=$(mktemp -d)
  export TENOR_API_KEY=tenor_test_of_the_examples_0123456789
  TENOR_URL="http://127.0.0.1:${PORT:-4599}"
  DATA_DIR="$home/data" WORKERS=1 PORT="${PORT:-4599}" BOOTSTRAP_TEST_KEY="$TENOR_API_KEY" npm start >"$home/log" 2>&1 &
  service=$!
  trap 'kill "$service" 2>/dev/null; wait "$service" 2>/dev/null || true; rm -rf "$home"' EXIT
  tries=0
  until curl -sf "$TENOR_URL/health/ready" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$service" 2>/dev/null; then
      cat "$home/log" >&2
      exit 1
    fi
    sleep 0.1
  done
fi
api="${TENOR_URL:-http://127.0.0.1:4000}/api"

# Who calls: a header, which a script may change.
credential="X-API-KEY: $TENOR_API_KEY"

# ask METHOD PATH [BODY]: the answer, and its status in a line of its own.
ask() {
  curl -s -X "$1" "$api$2" -H "$credential" -H 'content-type: application/json' -w '\n%{http_code}' ${3+-d "$3"}
}
# call METHOD PATH [BODY]: the answer, or its refusal and the end.
call() {
  answer=$(ask "$@")
  code=$(printf '%s' "$answer" | tail -n 1)
  answer=$(printf '%s' "$answer" | sed '$d')
  case "$code" in 2*) printf '%s' "$answer" ;; *) printf '%s %s: %s\n%s\n' "$1" "$2" "$code" "$answer" >&2; exit 1 ;; esac
}
# show EXPRESSION: prints it for the JSON on the input; `d` is its data.
show() { node -e 'const a = JSON.parse(require("fs").readFileSync(0, "utf8")), d = a.data; const money = (n) => n.toFixed(2).padStart(11); console.log(eval(process.argv[1]))' "$1"; }

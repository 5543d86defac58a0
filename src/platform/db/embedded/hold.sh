# Holds the lock of the data directory, which flock has taken, for one upgrade: around a server of the old major, and
# then alone, so that nobody serves the directory while its parts are moved. A word on the input, or its end, stops the
# server; the end of the input lets go. Killed, whoever upgrades takes the server and the lock along.
#
# hold.sh <command that becomes the server...>
set -u
"$@" >&2 &
server=$!
echo "$server"
read -r word || :
# Told once is told: before it is a server it ends by the first, and ignores the second as all in the background do. A
# server that is up ends by the second without waiting for its sessions.
kill -TERM "$server" 2>/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
echo stopped
cat >/dev/null

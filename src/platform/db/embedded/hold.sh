# Keeps the lock of the data directory, which flock has taken, during an upgrade: first around a server of the old major
# version, then alone, so that no server starts while parts of the directory are moved. A line on the input, or its end,
# stops the server; the end of the input releases the lock. When the process that upgrades is killed, the input ends, so
# the server and the lock end too.
#
# hold.sh <command that becomes the server...>
set -u
"$@" >&2 &
server=$!
echo "$server"
read -r word || :
# Both signals are needed. Before the command has become the server, TERM ends it; INT is ignored, as by every
# background process. A running server ends by INT at once, without waiting for its sessions.
kill -TERM "$server" 2>/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
echo stopped
cat >/dev/null

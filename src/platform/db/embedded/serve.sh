# Becomes the server, as the account that the cluster belongs to and under the lock of the data directory. See open.sh.
#
# serve.sh <data directory> <PostgreSQL's directory> <socket directory> <arguments of the server...>
set -eu
umask 077
data=$1 native=$2 sockets=$3
shift 3
cd "$data"

# A server that somebody started by hand, without the lock: it works in this directory, or its command names it.
is_served() {
  [ "/proc/$1/cwd" -ef db ] || tr '\0' '\n' 2>/dev/null <"/proc/$1/cmdline" | grep -qxF "$data/db"
}

# A stale pid file may name a zombie or a stranger who got the number; PostgreSQL would refuse for ever. A server that
# was started by hand is left to PostgreSQL to refuse.
pid=$(head -n 1 db/postmaster.pid 2>/dev/null) || pid=
if [ -z "$pid" ] || ! is_served "${pid#-}"; then
  rm -f db/postmaster.pid "$sockets"/.s.PGSQL.*
fi

# A cluster of the first release trusts everybody who reaches its socket.
[ -s db/tenor_owner.password ] || /bin/sh "$(dirname "$0")/seal.sh" db "$native" tenor on

# At every start, whatever was written there before.
echo 'local all all scram-sha-256' >db/pg_hba.conf

exec "$native/bin/postgres" -D "$data/db" "$@"

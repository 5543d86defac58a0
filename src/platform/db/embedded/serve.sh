# Becomes the server. It is run by flock, which has taken the lock of the data directory and handed the open file on: to
# this script, to the server, and to each of the server's processes. So whoever runs this knows that no process of an
# earlier server is left, on this machine or in another container, and the lock cannot outlive the last one.
#
# serve.sh <data directory> <PostgreSQL's directory> <setup.sql> <socket directory> <arguments of the server...>
set -eu
umask 077
data=$1 native=$2 setup=$3 sockets=$4
shift 4
cd "$data"

# A stale pid file may name a zombie or a stranger who got the number; PostgreSQL would refuse for ever. Only a server
# that works in this very directory is left to PostgreSQL to refuse: somebody started it by hand, without the lock.
pid=$(head -n 1 db/postmaster.pid 2>/dev/null) || pid=
if [ -z "$pid" ] || ! [ "/proc/$pid/cwd" -ef db ]; then
  rm -f db/postmaster.pid "$sockets"/.s.PGSQL.*
fi

# Made beside and renamed: a cluster that is there is whole, with its login and its database, wherever a kill struck. It
# is brought to the disk once, when all is written, and before its name says that it is there.
if ! [ -s db/PG_VERSION ]; then
  rm -rf db.new
  "$native/bin/initdb" -D db.new --no-sync --no-instructions \
    --username=postgres --locale=C --encoding=UTF8 --auth=trust >/dev/null
  "$native/bin/postgres" --single -F -j -D db.new -c exit_on_error=on -c log_checkpoints=off -c log_min_messages=log \
    postgres <"$setup" >/dev/null
  "$native/bin/initdb" -D db.new --sync-only >/dev/null
  mv -T db.new db
  sync .
fi

exec "$native/bin/postgres" -D "$data/db" "$@"

# Becomes the server, as the account that the cluster belongs to and under the lock of the data directory. See open.sh.
#
# serve.sh <data directory> <PostgreSQL's directory> <socket directory> <arguments of the server...>
set -eu
umask 077
data=$1 native=$2 sockets=$3
shift 3
cd "$data"
. "${0%/*}/stale.sh"

if forget_stale db "$data" && [ -e "$sockets/.s.PGSQL.5432" ]; then rm -f "$sockets"/.s.PGSQL.*; fi

# Written at every start, so that changes to the file do not last.
echo 'local all all scram-sha-256' >db/pg_hba.conf

exec "$native/bin/postgres" -D "$data/db" "$@"

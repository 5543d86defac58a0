# Closes a cluster that nobody serves: the owner's login gets a password of its own, drawn here, and no superuser may log
# in any more. The password lies in the cluster, for its owner alone; a cluster without the file is sealed again.
#
# seal.sh <cluster, seen from the data directory> <PostgreSQL's directory> <database> <fsync: on or off>
#   <SQL to run before...>
set -eu
umask 077
cluster=$1 native=$2 database=$3 fsync=$4
shift 4
scripts=${0%/*}
. "$scripts/stale.sh"
kept=$cluster/tenor_owner.password
password=$(head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n')
forget_stale "$cluster" "$PWD" || :
{
  cat "$@" "$scripts/seal.sql"
  printf "alter role tenor_owner password '%s';\n\n" "$password"
} | "$native/bin/postgres" --single -j -D "$cluster" -c "fsync=$fsync" -c exit_on_error=on -c log_checkpoints=off \
  -c log_min_messages=log -c log_min_error_statement=panic -c password_encryption=scram-sha-256 "$database" >/dev/null
echo "$password" >"$kept.new"
mv "$kept.new" "$kept"

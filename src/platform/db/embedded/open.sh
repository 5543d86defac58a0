# Opens the data directory to the account that serves it, and becomes serve.sh as that account. It runs as the user who
# starts Tenor, root or not, under flock: flock has taken the lock of the data directory and hands the open file on to
# this script, to the server, and to each of the server's processes. So no process of an earlier server is left, on this
# machine or in another container, and the lock cannot outlive the last one.
#
# open.sh <data directory> <PostgreSQL's directory> <socket directory> <setpriv, or nothing where this is not root>
#   <uid:gid of the account> <uid:gid that makes a cluster> <arguments of the server...>
set -eu
umask 077
data=$1 native=$2 sockets=$3 setpriv=$4 account=$5 maker=$6
shift 6
scripts=${0%/*}
cd "$data"

# as <uid:gid> <capability or none> <command...>: becomes the command. Without no_setuid_fixup access(2) would drop the
# capability again, and PostgreSQL would call its own programs invalid.
as() {
  user=$1 capability=$2
  shift 2
  [ -n "$setpriv" ] || exec "$@"
  if [ "$capability" = none ]; then
    set -- --bounding-set=-all --inh-caps=-all "$@"
  else
    set -- --securebits +no_setuid_fixup "--bounding-set=-all,+$capability" "--inh-caps=-all,+$capability" \
      "--ambient-caps=+$capability" "$@"
  fi
  exec "$setpriv" --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --no-new-privs "$@"
}

# give <cluster> <uid:gid>: the content comes first, so that a repeat starts again until the directory itself has the
# new owner.
give() {
  [ -n "$setpriv" ] && [ "$(stat -c %u "$1")" != "${2%:*}" ] || return 0
  chown -hR "$2" "$1"/*
  chown -h "$2" "$1" lock server.log
}

# A cluster whose password file was removed gets a new password. PostgreSQL works alone only for a user with a name who
# owns the cluster: the account that made it is both.
seal_cluster() {
  give db "$maker"
  (as "$maker" dac_override /bin/sh "$scripts/seal.sh" db "$native" tenor on)
}

# The cluster is made beside its place and then renamed, so that a cluster with its final name is complete, with its
# logins and its database, even after a kill. It is flushed to disk once, after all is written and before the rename.
# The account that makes it does not listen on any socket, and works in a directory that is closed to it: one capability
# lets it in.
make_cluster() {
  rm -rf db.new
  mkdir db.new
  (as "$maker" dac_override "$native/bin/initdb" -D db.new/db --no-sync --no-instructions \
    --username=postgres --locale=C --encoding=UTF8 --auth=reject >/dev/null)
  (as "$maker" dac_override /bin/sh "$scripts/seal.sh" db.new/db "$native" postgres off "$scripts/setup.sql")
  give db.new/db "$account"
  (as "$account" dac_override "$native/bin/initdb" -D db.new/db --sync-only >/dev/null)
  mv -T db.new/db db
  rmdir db.new
  sync .
}

make_socket_directory() {
  [ "$(stat -c '%F %u %a' "$sockets" 2>/dev/null)" != "directory ${account%:*} 700" ] || return 0
  rm -rf "$sockets"
  mkdir "$sockets"
  [ -z "$setpriv" ] || chown "$account" "$sockets"
}

# The least capability with which the account can open its programs and its data: none, unless a directory above is
# closed to it, as root's home is. Only opening a file shows this reliably.
capability_needed() {
  for one in none dac_read_search dac_override; do
    # shellcheck disable=SC2016
    (as "$account" "$one" /bin/sh -c 'exec <"$0" && exec <"$1" && exec <"$2"' \
      "$scripts/serve.sh" "$native/bin/postgres" "$data/db/PG_VERSION") 2>/dev/null && break
  done
  echo "$one"
}

[ -s db/PG_VERSION ] || make_cluster
[ -s db/tenor_owner.password ] || seal_cluster
give db "$account"
make_socket_directory
# The server listens through this open directory, so that the socket's path is never too long.
exec 9<"$sockets"
needed=none
[ -z "$setpriv" ] || needed=$(capability_needed)
as "$account" "$needed" /bin/sh "$scripts/serve.sh" "$data" "$native" "$sockets" "$@"

# forget_stale <cluster, seen from the data directory> <data directory>: for the process that has the lock. A stale pid
# file may name a zombie, or another program that got the number; PostgreSQL would then refuse to start for ever. A
# server that somebody started by hand, without the lock, keeps its pid file, so that PostgreSQL refuses: such a server
# works in the cluster's directory, or its command names that directory.
forget_stale() {
  [ -e "$1/postmaster.pid" ] || return 0
  read -r pid <"$1/postmaster.pid" || pid=
  # The number is negative for a server that works alone.
  pid=${pid#-}
  if [ -n "$pid" ] && [ -e "/proc/$pid" ]; then
    [ "/proc/$pid/cwd" -ef "$1" ] && return 1
    tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | grep -qxF "$2/$1" && return 1
  fi
  rm -f "$1/postmaster.pid"
}

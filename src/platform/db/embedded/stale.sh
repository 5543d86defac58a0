# forget_stale <cluster, seen from the data directory> <data directory>: for who has the lock. A stale pid file may name a
# zombie or a stranger who got the number; PostgreSQL would refuse for ever. A server that somebody started by hand,
# without the lock, is left to PostgreSQL to refuse: it works in the cluster's directory, or its command names that.
forget_stale() {
  [ -e "$1/postmaster.pid" ] || return 0
  read -r pid <"$1/postmaster.pid" || pid=
  # One that works alone has a negative number there.
  pid=${pid#-}
  if [ -n "$pid" ] && [ -e "/proc/$pid" ]; then
    [ "/proc/$pid/cwd" -ef "$1" ] && return 1
    tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | grep -qxF "$2/$1" && return 1
  fi
  rm -f "$1/postmaster.pid"
}

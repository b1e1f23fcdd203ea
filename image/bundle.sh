#!/bin/sh
# image/bundle.sh FOLDER CERT KEY: a bundle for RAUC of the slot that was built there. Its signature
# says where it comes from; whether a table takes it, house and lab say (stormdeck approve).
set -eu
cd "$1" && cert=$2 key=$3
work=$(mktemp -d ./bundle.XXXXXX)
trap 'rm -rf "$work"' EXIT
ln root.img boot.img "$work/"
cat > "$work/manifest.raucm" <<END
[update]
compatible=stormdeck-$(cat board)
version=$(cat version)
[bundle]
format=verity
[image.root]
filename=root.img
[image.boot]
filename=boot.img
END
# The root is compressed already, and what is empty is quickly so.
rm -f bundle.raucb
rauc bundle --cert="$cert" --key="$key" --mksquashfs-args="-comp zstd -Xcompression-level 1 -processors 1" "$work" bundle.raucb

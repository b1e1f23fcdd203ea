#!/bin/sh
# image/build.sh FOLDER [slot]: the two halves of a slot of this commit, and, unless only the slot
# is asked for, a table's whole disk.
#
#   base.tar   Debian with its kernel and first disk     packages.txt, root/etc/initramfs-tools
#   root/      and the product in it                      wheels.txt, root/, ../systemd/
#   root.img   squashfs, then the tree of its hashes      one hash stands for every byte
#   boot.img   kernel, first disk, slot.cfg               with that hash
#   disk.img   boot loader, slot A, slot B, data          disk.sfdisk, grub.cfg
#
# Whoever builds it again from the same Debian and the same commit gets the same bytes. As root;
# ARCH, VERSION and PYTHON may be given, and MORE: a folder whose files are laid over the root. For
# another ARCH than this machine's it runs that one's programs by qemu-user, which the kernel must know
# (binfmt_misc), and takes only packages with wheels.
set -eu
code=$(cd "$(dirname "$0")/.." && pwd)
out=$1 only=${2:-disk} && mkdir -p "$out" && out=$(cd "$out" && pwd)
ARCH=${ARCH:-$(dpkg --print-architecture)}
VERSION=${VERSION:-$(sed -n 's/^version = "\(.*\)"/\1/p' "$code/pyproject.toml")}
PYTHON=${PYTHON:-$code/.venv/bin/python}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$code" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8 PATH="$PATH:/usr/sbin:/sbin"
HERE=$(dpkg --print-architecture)
SALT=5705decc5705decc5705decc5705decc5705decc5705decc5705decc5705decc
ID=5705decc-0000-4000-8000-0000000000
case $ARCH in
  amd64) grub=x86_64-efi starter=BOOTX64.EFI ;;
  arm64) grub=arm64-efi starter=BOOTAA64.EFI ;;
  *) echo "image: no board with $ARCH" >&2; exit 1 ;;
esac
umask 022
# What is committed, and nothing that lies beside it.
rm -rf "$out/code" && mkdir "$out/code" && git -C "$code" archive HEAD | tar -x -C "$out/code"
code=$out/code here=$out/code/image

step() { echo "image: $*" >&2; }

# ---- Debian: from where this machine's own apt takes it. Kept, while nothing it is made of changes.

apt_lists() { ls /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null; }

base() {
  words=$(sed 's/#.*//' "$here/packages.txt" | tr '\n' ' ')
  words="linux-image-$ARCH $words"
  [ "$ARCH" = "$HERE" ] || words="$words python3-evdev"
  key=$( (echo "$words $SOURCE_DATE_EPOCH"; find "$here/root/etc/initramfs-tools" -type f | sort | xargs cat
          sed -n '/^base()/,/^}/p' "$here/build.sh") | sha256sum | cut -c1-12)
  base=$(dirname "$out")/debian-$ARCH-$key.tar
  [ -e "$base" ] && return
  step "Debian for $ARCH (some minutes) ..."
  mmdebstrap --quiet --mode=root --format=tar --variant=minbase --architectures="$ARCH" \
    --include="$(echo $words | tr ' ' ,)" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    $(for no in media net/wireless net/ethernet/mellanox gpu/drm/amd gpu/drm/nouveau infiniband isdn \
                staging scsi/qla2xxx scsi/lpfc; do
        echo "--dpkgopt=path-exclude=/lib/modules/*/kernel/drivers/$no/*"; done) \
    --essential-hook="mkdir -p \"\$1/etc\" && cp -r '$here/root/etc/initramfs-tools' \"\$1/etc/\"" \
    --customize-hook='chroot "$1" update-initramfs -u -k all' \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$base.new" $(apt_lists)
  mv "$base.new" "$base"
}

# ---- The product in it

root() {
  step "version $VERSION into it ..."
  root=$(mktemp -d "$out/root.XXXXXX")
  trap 'rm -rf "$root"' EXIT
  tar -xf "$base" -C "$root" --exclude='./dev/*'
  mv "$root"/boot/vmlinuz-* "$out/vmlinuz" && mv "$root"/boot/initrd.img-* "$out/initrd.img"
  python
  cp -r "$here/root/." "$root/"
  sed -i "s/@BOARD@/$ARCH/" "$root/etc/rauc/system.conf"
  units
  [ -z "${MORE:-}" ] || cp -r "$MORE/." "$root/"
  printf 'VERSION=%s\nBOARD=%s\n' "$VERSION" "$ARCH" > "$root/usr/lib/stormdeck-release"
  chroot "$root" dpkg-query -W > "$out/packages"
  systemd-sysusers --root="$root" 2>/dev/null
  # What only Debian's own tools need, what is this build's alone, and what lies on the data partition.
  rm -rf "$root"/boot/* "$root"/var/* "$root"/etc/apt "$root"/etc/initramfs-tools "$root"/vmlinuz* \
    "$root"/initrd.img* "$root"/etc/resolv.conf "$root"/etc/*- "$root"/usr/share/bug
  mkdir -p "$root/boot/start" "$root/etc/stormdeck" "$root/media/stick"
  ln -s stormdeck/sealed "$root/etc/credstore.encrypted"  # what is sealed is the data partition's
  echo stormdeck > "$root/etc/hostname"
  ln -sf /usr/share/zoneinfo/America/Los_Angeles "$root/etc/localtime"  # what a technician reads, as at the desks
  : > "$root/etc/machine-id"
}

# The wheel of this commit, with the packages of wheels.txt, as a virtual environment has them. What
# has no wheel is compiled here: without the paths of this machine in it.
python() {
  home=$root/opt/stormdeck lib=$root/opt/stormdeck/lib/python3.11/site-packages
  mkdir -p "$home/bin" "$lib" "$out/wheels"
  export PIP_CACHE_DIR="$out/pip" PIP_DISABLE_PIP_VERSION_CHECK=1 CFLAGS=-g0
  "$PYTHON" -m pip wheel --quiet --no-deps --wheel-dir "$out/wheels" "$code" 2> "$out/wheel.log"
  extras=console,floor,metrics,glass,readers other=
  if [ "$ARCH" != "$HERE" ]; then
    extras=console,floor,metrics,glass
    other="--only-binary=:all: --python-version=3.11 --implementation=cp"
    for tag in 2014 _2_17 _2_27 _2_28; do other="$other --platform=manylinux${tag}_aarch64"; done
    # Two have no wheel: of one its plain Python, of the other Debian's own.
    CC=false "$PYTHON" -m pip wheel --quiet --no-deps --no-binary=cobs --no-cache-dir \
      --wheel-dir "$out/wheels" "$(grep '^cobs==' "$here/wheels.txt")" 2>> "$out/wheel.log"
    other="$other --find-links=$out/wheels"
    cp -r "$root"/usr/lib/python3/dist-packages/evdev* "$lib/"
  fi
  "$PYTHON" -m pip install --quiet --no-compile --target "$lib" --constraint "$here/wheels.txt" $other \
    "stormdeck[$extras] @ file://$(ls "$out"/wheels/stormdeck-*.whl)"
  rm -rf "$lib/bin" "$out/wheels"
  find "$lib" \( -name direct_url.json -o -name REQUESTED -o -name RECORD \) -delete
  printf 'home = /usr/bin\ninclude-system-site-packages = false\n' > "$home/pyvenv.cfg"
  ln -s /usr/bin/python3 "$home/bin/python3"
  printf '#!/opt/stormdeck/bin/python3\nimport sys\nfrom commands import main\nsys.exit(main())\n' \
    > "$home/bin/stormdeck"
  chmod +x "$home/bin/stormdeck"
  PYTHONHASHSEED=0 chroot "$root" python3 -m compileall -q --invalidation-mode unchecked-hash \
    /opt/stormdeck/lib
}

# What the machine is, the page in /etc/stormdeck says: a table's, a station's or the center's.
units() {
  etc=$root/etc/systemd/system
  cp -r "$code"/systemd/stormdeck* "$code"/systemd/*.d "$etc/"
  cp "$code"/systemd/udev/*.rules "$root/etc/udev/rules.d/"
  mkdir -p "$etc/multi-user.target.wants"
  for unit in stormdeck.target stormdeck-console@ttyS0.service stormdeck-station@ttyUSB0.service \
              stormdeck-center.service; do
    ln -s "../$(echo "$unit" | sed 's/@[^.]*/@/')" "$etc/multi-user.target.wants/$unit"
  done
  for unit in systemd-networkd systemd-timesyncd; do
    ln -s "/lib/systemd/system/$unit.service" "$etc/multi-user.target.wants/"
  done
  mkdir -p "$etc/sysinit.target.wants"
  ln -s ../stormdeck-trial.service ../stormdeck-second.service "$etc/sysinit.target.wants/"
  ln -s ../stormdeck-seal.service "$etc/multi-user.target.wants/"
  # Nobody logs in here: who works on a table has the console. Nothing of Debian is fetched by night.
  for unit in getty@.service serial-getty@.service console-getty.service e2scrub_reap.service \
              e2scrub_all.timer apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer; do
    ln -sf /dev/null "$etc/$unit"
  done
  ln -sf /lib/systemd/system/multi-user.target "$etc/default.target"
}

# ---- A slot

slot() {
  step "the slot ..."
  rm -f "$out/root.img" "$out/boot.img"
  mksquashfs "$root" "$out/root.img" -quiet -no-progress -noappend -comp zstd -Xcompression-level 6 -processors 1
  size=$(stat -c %s "$out/root.img")
  hash=$(veritysetup format "$out/root.img" "$out/root.img" --hash-offset="$size" \
    --data-blocks=$((size / 4096)) --salt=$SALT --uuid=${ID}10 | sed -n 's/^Root hash:[[:space:]]*//p')
  sed "s/@ROOTHASH@/$hash/; s/@HASHOFFSET@/$size/" "$here/slot.cfg" > "$out/slot.cfg"
  # Its partition has room for larger ones; what is empty would be written, hashed and read back too.
  size=$(cat "$out/vmlinuz" "$out/initrd.img" | wc -c)
  fat "$out/boot.img" $((size / 1048576 + 24)) BOOT "$out/vmlinuz" "$out/initrd.img" "$out/slot.cfg"
}

# fat FILE MEGABYTES LABEL FILE…: a small disk with those files, the same each time.
fat() {
  disk=$1 megabytes=$2 label=$3 && shift 3
  mkfs.vfat --invariant -F 32 -n "$label" -C "$disk" $((megabytes * 1024)) > /dev/null
  touch -d "@$SOURCE_DATE_EPOCH" "$@"
  mcopy -m -i "$disk" "$@" ::/
}

# ---- A whole disk

# data FOLDER: its data.img, empty but for the folders that somebody looks into. A folder is copied
# with the time at which it came to be here, which no tool sets: so it is set in the copy.
data() {
  mkdir -p "$1/data/etc/stormdeck" "$1/data/lib" "$1/data/log" "$1/data/tmp"
  find "$1/data" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
  export E2FSPROGS_FAKE_TIME="$SOURCE_DATE_EPOCH"
  mke2fs -q -t ext4 -U ${ID}20 -E hash_seed=${ID}21,lazy_itable_init=0,lazy_journal_init=0 \
    -d "$1/data" "$1/data.img" 2G
  (cd "$1/data" && find . -printf "set_inode_field /%P ctime @$SOURCE_DATE_EPOCH\n") > "$1/times"
  debugfs -w -f "$1/times" "$1/data.img" > /dev/null
}

disk() {
  step "the disk ..."
  work=$(mktemp -d "$out/disk.XXXXXX")
  trap 'rm -rf "$root" "$work"' EXIT
  modules=/usr/lib/grub/$grub
  if [ ! -d "$modules" ]; then  # of another board: out of its package
    mmdebstrap --quiet --mode=root --variant=extract --architectures="$ARCH" --include="grub-efi-$ARCH-bin" \
      "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/grub" $(apt_lists)
    modules=$work/grub$modules
  fi
  grub-mkimage -d "$modules" -O $grub -p / -o "$work/$starter" -c "$here/start.cfg" \
    part_gpt fat linux normal configfile loadenv regexp test echo sleep reboot
  printf '# GRUB Environment Block\ngood=A\n' > "$work/stormdeck.env"
  head -c $((1024 - $(stat -c %s "$work/stormdeck.env"))) /dev/zero | tr '\0' '#' >> "$work/stormdeck.env"
  cp "$here/grub.cfg" "$work/"
  fat "$work/start.img" 64 START "$work/stormdeck.env" "$work/grub.cfg"
  touch -d "@$SOURCE_DATE_EPOCH" "$work/$starter"
  mmd -i "$work/start.img" ::/EFI ::/EFI/BOOT && mcopy -m -i "$work/start.img" "$work/$starter" ::/EFI/BOOT/
  data "$work"
  rm -f "$out/disk.img" && truncate -s 3600M "$out/disk.img"
  sfdisk --quiet "$out/disk.img" < "$here/disk.sfdisk"
  n=0
  for part in "$work/start.img" "$out/boot.img" "$out/root.img" "" "" "$work/data.img"; do
    n=$((n + 1))
    [ -z "$part" ] || dd if="$part" of="$out/disk.img" bs=1M conv=notrunc,sparse status=none \
      seek=$(($(sfdisk --dump "$out/disk.img" | sed -n "s/^.*img$n : start= *\([0-9]*\),.*/\1/p") / 2048))
  done
}

base
root
slot
[ "$only" = slot ] || disk
echo "$VERSION" > "$out/version" && echo "$ARCH" > "$out/board"
cd "$out" && rm -rf code && sha256sum boot.img root.img $(ls disk.img 2>/dev/null) | tee SHA256SUMS

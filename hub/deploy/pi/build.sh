#!/usr/bin/env bash
# Makes the image for a Raspberry Pi: build.sh RPI_IMAGE_GEN PACKAGES MODEL OUT, where PACKAGES is the folder with the
# app for arm64 and MODEL is pi4 or pi5. Needs a Linux on arm64, and what rpi-image-gen's install_deps.sh installs.
set -euo pipefail
tools=$(realpath "$1") packages=$(realpath "$2") model=$3 out=$(realpath -m "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -r "$(dirname "$(realpath "$0")")" "$work/source"
inside=$work/source/layer/bankhalter.rootfs-overlay/opt
mkdir -p "$inside" "$out"
tar -xzf "$packages"/bankhalter-*-linux-arm64.tar.gz -C "$inside"
"$tools/rpi-image-gen" build -S "$work/source" -B "$work/build" -c bankhalter.yaml -- \
  IGconf_device_layer="rpi${model#pi}" IGconf_image_name="bankhalter-$model"
image=$(find "$work/build" -name "bankhalter-$model.img" -print -quit)
xz --threads=0 --stdout "$image" >"$out/bankhalter-$model.img.xz"

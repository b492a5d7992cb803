#!/usr/bin/env bash
# Makes what everything else of a release is made of: packages.sh OUT puts sdist, wheel and the files for bare Picos
# there. It refuses a TAG that is not the project's version; RELEASES becomes the address at which updates are found.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
if [ -n "${TAG:-}" ] && [ "$TAG" != "v$version" ]; then
  echo "the tag is $TAG, but pyproject.toml says $version" >&2
  exit 1
fi
python3 hub test tests/packaging/test_wheel.py -q # which sets up .venv and builds the pages
for chip in rp2040 rp2350; do
  for build in starter ring side; do
    .venv/bin/bankhalter flash --uf2 "$out/bankhalter-$version-$build-$chip.uf2" --chip "$chip" --build "$build"
  done
done
if [ -n "${RELEASES:-}" ]; then
  printf '\n[project.urls]\nReleases = "%s"\n' "$RELEASES" >>pyproject.toml
fi
.venv/bin/python -m hatchling build --directory "$out"

#!/usr/bin/env bash
# Makes what everything else of a release is made of: sdist, wheel, and the UF2 files of a bare Pico for each model that
# the build knows. Of a tag it refuses another version than the project's. `RELEASES` becomes the address for updates.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$(realpath -m "$1")

python3 hub test tests/packaging/test_release.py -q # sets .venv and the pages up, and refuses a version that does not fit
version=$(.venv/bin/bankhalter --version | cut -d' ' -f2)
if [ -n "${TAG:-}" ] && [ "$TAG" != "v$version" ]; then
  echo "the tag is $TAG, the project says $version" >&2
  exit 1
fi
if [ -n "${RELEASES:-}" ]; then
  printf '\n[project.urls]\nReleases = "%s"\n' "$RELEASES" >>pyproject.toml
fi
.venv/bin/python -m hatchling build --directory "$out"

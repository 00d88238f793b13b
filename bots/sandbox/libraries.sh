#!/bin/sh
# Installs what bots may import: NumPy for the run-time python-numeric, and ONNX Runtime for onnx.
# Wants to be root, a network, and half a minute. A layer that is there already is left as it is; where
# another takes its place, stop the workers before: a bot at a table could import nothing any more.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
pins=$here/pins
python=${BOT_PYTHON:-/usr/bin/python3}
home=${BOT_LIBRARIES:-/usr/local/lib/stammtisch-bots}
umask 022
mkdir -p "$home"
for layer in numeric onnx; do
  pinned=$pins/$layer.txt
  if cmp -s "$pinned" "$home/$layer/$layer.txt"; then continue; fi
  "$here/install.sh" python3-pip-whl
  echo "installing the layer $layer of libraries for bots into $home" >&2
  # The interpreter of bots installs, so that what is compiled for it fits it.
  new=$(mktemp -d "$home/.$layer-XXXXXX")
  trap 'rm -rf "$new"' EXIT
  PYTHONPATH=$(echo /usr/share/python-wheels/pip-*.whl) "$python" -m pip install --quiet \
    --disable-pip-version-check --root-user-action ignore --no-cache-dir --only-binary :all: \
    --require-hashes --no-deps --target "$new" --requirement "$pinned" || {
    echo "The libraries of bots could not be fetched. Without them bots of the run-times python-numeric" >&2
    echo "and onnx cannot play here; all others can. With a network, run this again: $0" >&2
    exit 1
  }
  cp "$pinned" "$new"
  chmod -R a+rX,go-w "$new"
  [ ! -e "$home/$layer" ] || mv "$home/$layer" "$new/before"
  mv "$new" "$home/$layer"
  rm -rf "$home/$layer/before"
done

#!/bin/sh
# Installs what the sandbox needs of a Debian or Ubuntu system, if it is missing. Wants to be root.
# Further packages can be named, such as nodejs for bots in JavaScript.
set -eu
missing=""
command -v bwrap >/dev/null || missing="$missing bubblewrap"
ldconfig -p | grep -q 'libseccomp\.so\.2' || missing="$missing libseccomp2"
/usr/bin/python3 -c 'import ctypes, json' 2>/dev/null || missing="$missing python3"
[ -x /usr/bin/prlimit ] && [ -x /usr/bin/setpriv ] || missing="$missing util-linux"
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "installing$missing" >&2
apt-get update -qq
# shellcheck disable=SC2086 # these are several words
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null

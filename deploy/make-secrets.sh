#!/bin/sh
# Makes the secrets of a new site where there are none; those that are there stay as they are.
# Processes in containers have other user ids, so the folder is closed and the files are not.
set -eu
folder=${1:-secrets}
umask 077
mkdir -p "$folder"
for name in secret_key database_password; do
  [ -s "$folder/$name" ] || head -c 48 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n' >"$folder/$name"
  chmod 0444 "$folder/$name"
done

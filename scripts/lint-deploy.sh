#!/bin/sh
# Lints nginx.conf, the systemd unit and this script. Needs the Debian packages nginx-light, systemd and shellcheck.
# `npm test` lints the container file and the compose file (deploy/*.test.ts).
set -eu
cd "$(dirname "$0")/.."

for tool in nginx systemd-analyze shellcheck; do
  command -v "$tool" > /dev/null || {
    echo "$tool is not installed: apt-get install nginx-light systemd shellcheck" >&2
    exit 1
  }
done

shellcheck "$0"
nginx -t -q -c "$PWD/deploy/nginx.conf"

# systemd-analyze checks that the program exists, so replace it with one that exists on every machine.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed 's#^ExecStart=[^ ]*#ExecStart=/bin/sh#' deploy/blood-buddies.service > "$work/blood-buddies.service"
systemd-analyze verify "$work/blood-buddies.service"
systemd-analyze security --offline=true --threshold=25 --no-pager "$work/blood-buddies.service" | tail -n 1
echo 'nginx.conf and blood-buddies.service are valid.'

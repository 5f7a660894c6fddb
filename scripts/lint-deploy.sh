#!/bin/sh
# Runs the tools' own checks of the files in deploy/ and of this script, and names each tool that is not installed.
# On Debian: apt-get install caddy nginx-light haproxy prometheus systemd shellcheck
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() {
  command -v "$1" > /dev/null || { echo "Not checked: $1 is not installed." >&2 && false; }
}

if has shellcheck; then shellcheck scripts/lint-deploy.sh; fi

if has nginx; then
  # The check writes to these paths. /dev/stderr cannot be opened when it is a socket.
  sed "s#/var/cache/nginx#$work#; s#/run/nginx.pid#$work/pid#; s#/dev/std...#$work/log#" deploy/nginx.conf > "$work/nginx.conf"
  nginx -t -q -c "$work/nginx.conf"
fi

if has caddy; then
  PUBLIC_URL=https://example.org HOME=$work caddy validate --adapter caddyfile --config deploy/Caddyfile > "$work/log" 2>&1 || { cat "$work/log" && exit 1; }
fi

if has kubectl; then
  cp -r deploy/kubernetes "$work"
  echo PUBLIC_URL=https://example.org > "$work/kubernetes/site.env"
  kubectl kustomize "$work/kubernetes" > "$work/log"
fi

if has haproxy; then haproxy -c -q -f deploy/haproxy.cfg; fi

if has promtool; then promtool check rules deploy/alerts.yml; fi

if has systemd-analyze; then
  # It checks that the program exists, so replace it with one that exists on every machine.
  sed 's#^ExecStart=[^ ]*#ExecStart=/bin/sh#' deploy/blood-buddies.service > "$work/blood-buddies.service"
  # It exits with 0 after a warning, such as that of an unknown setting.
  warnings=$(systemd-analyze verify "$work/blood-buddies.service" 2>&1)
  if [ -n "$warnings" ]; then
    echo "$warnings" >&2
    exit 1
  fi
  systemd-analyze security --offline=true --threshold=25 --no-pager "$work/blood-buddies.service" | tail -n 1
fi

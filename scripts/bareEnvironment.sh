#!/usr/bin/env bash
# Runs a command the way a fresh machine would: bash scripts/bareEnvironment.sh npm test
# It has Node, npm, git, the system's basic tools and, on Debian, its package tools; no browser, no fonts, no locale but C.UTF-8, and an empty home.
# Whatever else is installed here cannot help a test to pass.
set -euo pipefail

bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
mkdir "$bare/bin" "$bare/home"

for tool in node npm npx git sh bash env uname id ps kill sleep apt-get apt-key dpkg dpkg-deb gpgv \
  awk basename cat chmod cp cut date dirname du echo expr false find grep gzip head hostname kill ln ls mkdir mktemp mv \
  printf pwd readlink realpath rm rmdir sed seq sort stat tail tar test touch tr true uniq wc which xargs; do
  if found=$(type -P "$tool"); then ln -sf "$found" "$bare/bin/$tool"; fi
done
printf '<?xml version="1.0"?>\n<fontconfig></fontconfig>\n' >"$bare/fonts.conf"

# What leads to the registry is part of the machine: proxies, certificates, npm's own settings.
kept=(TERM CI TMPDIR NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy)
mapfile -t settings < <(compgen -e | grep -E '^(npm_config_|NPM_CONFIG_|LOGBENCH_)' || true)
environment=(PATH="$bare/bin" HOME="$bare/home" LANG=C.UTF-8 FONTCONFIG_FILE="$bare/fonts.conf" SHELL=/bin/sh)
if [ -f "${HOME:-}/.npmrc" ]; then environment+=("npm_config_userconfig=$HOME/.npmrc"); fi
for name in "${kept[@]}" "${settings[@]}"; do
  if [ -n "${!name:-}" ]; then environment+=("$name=${!name}"); fi
done

env -i "${environment[@]}" "$@"

#!/bin/sh
# A real llama-server in a folder of its own, from Debian's unstable suite: nothing is installed system-wide.
#   llama-server.sh fetch DIR        15 MB of packages, 51 MB unpacked
#   llama-server.sh run DIR ARGS...  becomes llama-server, and dies with the process that started it
#   llama-server.sh version DIR
# Needs Debian on amd64; the mirror is the one that apt is set up with.
set -eu
[ $# -ge 2 ] || { sed -n '3,5s/^# *//p' "$0" >&2; exit 2; }
command=$1
dir=$(realpath -m "$2")
shift 2
libraries=$dir/root/usr/lib/x86_64-linux-gnu

fetch() {
  # shellcheck disable=SC2016  # apt fills it in
  mirror=$(apt-get indextargets --format '$(SITE)' | grep -m 1 -E '/debian/?$') ||
    { echo 'llama-server.sh: apt knows no Debian mirror here' >&2; exit 1; }
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/packages" "$dir/root"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$dir/sources.list"
  cat >"$dir/apt.conf" <<CONF
Dir::Etc::sourcelist "$dir/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$dir/lists";
Dir::Cache "$dir/cache";
APT::Sandbox::User "root";
Acquire::Retries "3";
CONF
  export APT_CONFIG="$dir/apt.conf"
  apt-get update -qq
  cd "$dir/packages"
  # With their own C library, so that they run on an older Debian too.
  apt-get download -qq llama.cpp-tools libllama0 libggml0 libc6 libstdc++6 libgcc-s1 libgomp1 libssl3t64 zlib1g libzstd1
  for package in *.deb; do dpkg-deb -x "$package" "$dir/root"; done
  rm -rf "$dir/packages" "$dir/lists" "$dir/cache"
}

run() {
  export GGML_BACKEND_PATH="$libraries/ggml/backends0/libggml-cpu-x64.so"
  exec setpriv --pdeathsig KILL "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:$libraries/llama" \
    --argv0 llama-server "$dir/root/usr/bin/llama-server" "$@"
}

case $command in
  fetch) fetch ;;
  run) run "$@" ;;
  version) run --version ;;
  *) echo "llama-server.sh: unknown command $command" >&2; exit 2 ;;
esac

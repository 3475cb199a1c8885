#!/usr/bin/env bash
# Installs mcpsf from a release archive: install.sh mcpsf-VERSION-linux-x86_64.tar.gz [FOLDER]
# The archive's sum is checked against SHA256SUMS beside it. Without root it goes to ~/.local, with root to /usr/local.
set -euo pipefail
fail() {
    printf 'install.sh: %s\n  why:  %s\n  next: %s\n' "$1" "$2" "$3" >&2
    exit 2
}
[ $# -ge 1 ] || fail "no archive was given" "it installs what you have downloaded" "install.sh mcpsf-VERSION-linux-x86_64.tar.gz"
archive=$1
[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || fail "this archive is for Linux on x86_64" "this is $(uname -s) on $(uname -m)" "use Docker or a service: docs/docker.md"
[ -f "$archive" ] || fail "cannot read $archive" "there is no such file" "check the path"
sums=$(dirname "$archive")/SHA256SUMS
name=$(basename "$archive")
[ -f "$sums" ] || fail "cannot check $archive" "there is no SHA256SUMS beside it" "download SHA256SUMS of the same release"
wanted=$(awk -v name="$name" '$2 == name { print $1 }' "$sums")
found=$(sha256sum "$archive" | cut -d' ' -f1)
[ -n "$wanted" ] && [ "$wanted" = "$found" ] || fail "$archive is not what was released" "its SHA-256 is $found" "download it again"
if [ -n "${2:-}" ]; then prefix=$2; elif [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share/bash-completion/completions" "$prefix/share/man/man1"
mkdir -p "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
fresh=$prefix/lib/mcpsf.new.$$
trap 'rm -rf "$fresh"' EXIT
mkdir "$fresh"
tar -xzf "$archive" -C "$fresh" --strip-components=1 --no-same-owner
rm -rf "$prefix/lib/mcpsf"
mv "$fresh" "$prefix/lib/mcpsf"
ln -sfn ../lib/mcpsf/bin/mcpsf "$prefix/bin/mcpsf"
ln -sfn ../../../lib/mcpsf/share/mcpsf.bash "$prefix/share/bash-completion/completions/mcpsf"
ln -sfn ../../../lib/mcpsf/share/_mcpsf "$prefix/share/zsh/site-functions/_mcpsf"
ln -sfn ../../../lib/mcpsf/share/mcpsf.fish "$prefix/share/fish/vendor_completions.d/mcpsf.fish"
ln -sfn ../../../lib/mcpsf/share/mcpsf.1 "$prefix/share/man/man1/mcpsf.1"
"$prefix/bin/mcpsf" --train
"$prefix/bin/mcpsf" version
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to your PATH" ;; esac
echo "mcpsf doctor checks this machine"

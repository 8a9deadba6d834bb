#!/usr/bin/env bash
# Builds the image and tries what operators do with it: a read-only root, any user id, a volume that belongs to root, a stop, and a
# second start with the same data. Needs Docker or Podman; `IMAGE=name` uses an image that exists, and NETWORK has arguments for `run`.
set -euo pipefail
cd "$(dirname "$0")/.."
for engine in docker podman none; do "$engine" info >/dev/null 2>&1 && break; done
[ "$engine" != none ] || { echo "Neither Docker nor Podman answers. Install one first." >&2; exit 1; }
image=${IMAGE:-}
if [ -z "$image" ]; then
  image=savepoint:try
  "$engine" build -t "$image" .
fi
name=savepoint-try-$$
volume=$name-data
end() { "$engine" rm -f "$name" >/dev/null 2>&1 || true; "$engine" volume rm -f "$volume" >/dev/null 2>&1 || true; }
trap end EXIT
fail() { echo "FAILED: $1" >&2; "$engine" logs "$name" >&2 2>&1 || true; exit 1; }

run() { "$engine" run -d --name "$name" --read-only --tmpfs /tmp --cap-drop all -v "$volume:/data" $NETWORK "$@" "$image" >/dev/null; }
NETWORK=${NETWORK:-}
ready() {
  for _ in $(seq 120); do
    "$engine" exec "$name" savepoint healthcheck 2>/dev/null && return
    [ "$("$engine" inspect -f '{{.State.Running}}' "$name")" = true ] || return 1
    sleep 1
  done
  return 1
}
stopped() {
  local began=$SECONDS
  "$engine" stop -t 15 "$name" >/dev/null
  [ "$("$engine" inspect -f '{{.State.ExitCode}}' "$name")" = 0 ] || fail "$1: the stop was not clean"
  [ $((SECONDS - began)) -lt 12 ] || fail "$1: the stop took longer than 12 s"
  "$engine" rm "$name" >/dev/null
}

size=$("$engine" image inspect -f '{{.Size}}' "$image")
echo "The image has $((size / 1000000)) MB."

run || fail 'it does not start'
ready || fail 'it is not ready'
"$engine" exec "$name" savepoint admin list
"$engine" exec "$name" savepoint backup /data/try.backup
stopped 'first start'
run || fail 'it does not start again'
ready || fail 'a second start with the same data is not ready'
stopped 'second start'
echo 'With a read-only root it starts, answers, makes a backup, stops and starts again.'

"$engine" volume rm -f "$volume" >/dev/null
"$engine" run --rm --user 0 --entrypoint sh -v "$volume:/data" "$image" -c 'chown 43210:0 /data && chmod 770 /data'
run --user 43210:0 || fail 'it does not start as another user id'
ready || fail 'as a user id without a name it is not ready'
stopped 'another user id'
echo 'It runs as a user id that the image does not know.'

"$engine" volume rm -f "$volume" >/dev/null
"$engine" run --rm --user 0 --entrypoint sh -v "$volume:/data" "$image" -c 'chown 0:0 /data && chmod 755 /data'
run || true
for _ in $(seq 30); do
  [ "$("$engine" inspect -f '{{.State.Running}}' "$name")" = true ] || break
  sleep 1
done
"$engine" logs "$name" 2>&1 | grep -q '/data' || fail 'a volume that belongs to root is not named'
echo 'With a volume that belongs to root it says:'
"$engine" logs "$name" 2>&1 | tail -2

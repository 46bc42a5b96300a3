#!/usr/bin/env bash
# Writes today's export of a workspace into a folder and keeps the newest ones.
#   backup.sh <folder> [how many to keep, 14 when unset]
# RECALL is the command to run, "recall" when unset; the server and an admin token come from RECALL_URL and RECALL_TOKEN,
# or from what `recall init` kept.
set -euo pipefail
umask 077

folder=$1
keep=${2:-14}
read -ra recall <<<"${RECALL:-recall}"

mkdir -p "$folder"
name="recall-$(date -u +%Y-%m-%d).ndjson"
# A half-written file never has the name of a whole one.
draft="$folder/.$name.$$"
trap 'rm -f "$draft"' EXIT

"${recall[@]}" export --to "$draft" --with-vectors
# The last line of a whole export holds its checksum.
tail -n 1 "$draft" | grep -q '^{"type":"end",' || { echo "backup.sh: the export is not whole" >&2; exit 1; }
gzip -f "$draft"
mv -f "$draft.gz" "$folder/$name.gz"

find "$folder" -maxdepth 1 -name 'recall-*.ndjson.gz' | sort -r | tail -n "+$((keep + 1))" | while IFS= read -r old; do
  rm -f -- "$old"
done
echo "$folder/$name.gz"

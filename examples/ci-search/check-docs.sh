#!/usr/bin/env bash
# Fails when a question of questions.tsv no longer finds its page among the first three.
#   check-docs.sh <folder> <questions.tsv>
# Each line of the questions: a question, a tab, the path of the page that answers it.
# RECALL is the command to run, "recall" when unset; server and token come from RECALL_URL and RECALL_TOKEN.
set -euo pipefail

folder=$1
questions=$2
root=ci-docs
read -ra recall <<<"${RECALL:-recall}"

"${recall[@]}" push "$folder" --root "$root" --mirror --yes

missed=0
while IFS=$'\t' read -r question page; do
  [[ -z $question ]] && continue
  # Exit code 1 means that nothing was found: a miss like any other.
  found=$("${recall[@]}" search "$question" --root "$root" --format files -n 3 </dev/null 2>/dev/null || true)
  if grep -Fxq -e "$root:$page" -e "$page" <<<"$found"; then
    printf 'ok      %s\n' "$question"
  else
    printf 'MISSED  %s\n        wanted %s, found: %s\n' "$question" "$page" "${found//$'\n'/, }"
    missed=$((missed + 1))
  fi
done <"$questions"

[[ $missed -eq 0 ]] || { echo "$missed questions missed their page"; exit 1; }

#!/usr/bin/env bash
# Writes a Markdown report to a pull request, or updates the comment that an earlier run wrote: the report's first line
# is a hidden marker by which it is found. Needs `gh`, GH_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST.
set -euo pipefail
report=${1:?usage: comment.sh REPORT.md}
IFS= read -r MARKER < "$report"
case "$MARKER" in
  '<!-- geojoule-'*) ;;
  *) echo "comment.sh: error: '$report' does not begin with a marker; give what 'check --markdown' wrote" >&2; exit 65 ;;
esac
export MARKER
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# Anybody can write the marker: only a comment of the token's own user is edited. A workflow's token may not ask who it is, and
# then gh prints the refusal.
AUTHOR=${COMMENT_AUTHOR:-$(gh api user --jq .login 2>/dev/null)} || AUTHOR='github-actions[bot]'
export AUTHOR
ids=$(gh api --paginate "$comments" \
  --jq '.[] | select((.body | startswith(env.MARKER)) and .user.login == env.AUTHOR) | .id')
id=${ids%%$'\n'*}
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$report" --silent
  echo "updated comment $id"
else
  gh api --method POST "$comments" --field "body=@$report" --silent
  echo "wrote a comment"
fi

# Runs one piece of Bash after another in the same shell.
set +o posix
while IFS= read -r -d '' -u 3 __code; do
  eval "$__code" 3<&- 4>&-
  printf '%d\0' "$?" >&4
done

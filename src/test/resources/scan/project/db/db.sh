set -e
bin=$(echo /usr/lib/postgresql/*/bin)
"$bin/initdb" -D /data/pg -U shop -A trust --locale=C >/dev/null
exec "$bin/postgres" -D /data/pg -c listen_addresses='*' -c unix_socket_directories=/tmp

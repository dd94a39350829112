#!/usr/bin/env bash
# Run once by the Postgres image, on an empty data folder: the two roles of the portal and its database.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$CHF_OWNER_PASSWORD" --set app_password="$CHF_APP_PASSWORD" <<'SQL'
create role chf_owner login nosuperuser nocreatedb nocreaterole password :'owner_password';
create role chf_app login nosuperuser nocreatedb nocreaterole password :'app_password';
create database chf owner chf_owner template template0;
revoke all on database chf from public;
grant connect, temporary on database chf to chf_app;
SQL

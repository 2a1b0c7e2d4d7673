-- citext: usernames are one name whatever their case. pg_trgm: substring search by name.
create schema if not exists extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

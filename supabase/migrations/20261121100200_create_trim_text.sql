-- Trims what JavaScript's String.prototype.trim() trims, so that a form and the database count the same characters.
create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000b\u000c\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- A logo is an address of the web without a user name or password, or a path of this site. `//host/x.png` is neither: a
-- browser takes it for another site's. What is stored and is no such address goes; a tool is shown well without a logo.

alter table public.tools drop constraint tools_logo_valid;

update public.tools set logo = null
where logo !~* '^(https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?|/[^\s"<>\\/][^\s"<>\\]*)$';

alter table public.tools add constraint tools_logo_valid check (
  char_length(logo) <= 2048
  and logo ~* '^(https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?|/[^\s"<>\\/][^\s"<>\\]*)$'
);

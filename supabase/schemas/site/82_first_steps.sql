-- The first steps of a new directory, for its administrators.

-- What no other row shows: that a backup was made, and that an administrator dismissed the steps.
create table private.first_steps (
  step text primary key check (step in ('backup', 'dismissed')),
  at timestamptz not null default now()
);

-- The last time is kept. The server and the command line also call it after a backup.
create function private.record_first_step(done text) returns void
language sql set search_path = ''
as $$
  insert into private.first_steps (step) values (done) on conflict (step) do update set at = now()
$$;

-- Which steps are done. `has_links`, `has_law`: the links are no placeholders any more, and the terms no draft with the
-- default's law. `has_own_tools`: somebody added one or imported some, beside the starter catalogue.
-- `has_company`: another administrator, or somebody invited. `backup_at`: when the last backup was made, by hand or by the server.
create function public.get_first_steps() returns table (
  has_settings boolean, has_links boolean, has_law boolean, has_own_tools boolean, has_company boolean,
  backup_at timestamptz, is_dismissed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings constant jsonb := (private.site_version_before()).settings;
begin
  perform private.require_administrator('see the first steps');
  return query select
    exists (select from public.site_settings),
    settings ->> 'social_links' is not null,
    coalesce(settings ->> 'law', settings ->> 'terms') is not null,
    exists (
      select from public.audit_log l where l.import_id is null
        and (l.table_name = 'catalogue_imports' and coalesce(l.after, l.before) ->> 'file' <> 'starter catalogue'
          or l.table_name = 'tools' and l.action = 'insert')),
    (select count(*) > 1 from private.administrators) or exists (select from public.sign_up_invitations),
    (select s.at from private.first_steps s where s.step = 'backup'),
    exists (select from private.first_steps s where s.step = 'dismissed');
end;
$$;
comment on function public.get_first_steps is 'Nullable: backup_at.';

create function public.dismiss_first_steps() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('dismiss the first steps');
  perform private.record_first_step('dismissed');
  perform private.require_current_administrator('dismiss the first steps');
end;
$$;
grant execute on function public.get_first_steps, public.dismiss_first_steps to authenticated;

-- What moderators decided about recommendations, for everybody to read (docs/decisions/161): what, when, on which tool and
-- why, and nothing about members, so that it outlives their accounts. A decision that is undone is not in it.
create table private.moderation_log (
  -- The id to undo the decision by.
  id bigint primary key,
  decision text not null check (decision = 'deleted' or private.is_decided(decision)),
  decided_at timestamptz not null,
  tool_id uuid references public.tools (id) on delete set null,
  -- The tool's name at that time.
  tool_name text not null,
  on_appeal boolean not null,
  -- If the moderator gave one.
  reason text
);

create index moderation_log_newest on private.moderation_log (decided_at desc, id desc) include (decision, on_appeal);
create index moderation_log_tool_id on private.moderation_log (tool_id);

-- Publishes the decision that is being made about a recommendation: its reason without the members it names.
create function private.publish_decision(id bigint, decision text, decided_at timestamptz, tool_id uuid, on_appeal boolean)
returns void
language sql set search_path = ''
as $$
  insert into private.moderation_log (id, decision, decided_at, tool_id, tool_name, on_appeal, reason)
    select publish_decision.id, publish_decision.decision, publish_decision.decided_at, t.id, t.name,
      publish_decision.on_appeal, regexp_replace(private.given_reason(), '@[A-Za-z0-9_-]+', '@…', 'g')
    from public.tools t where t.id = publish_decision.tool_id
$$;

-- A page of it, newest first, before (before_at, before_id); nothing while the owner does not publish it.
create function public.list_moderation_log(
  before_at timestamptz default 'infinity', before_id bigint default null, max_results integer default 30
) returns table (
  id bigint, decision text, decided_at timestamptz, tool_name text, tool_slug text, on_appeal boolean, reason text
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.decision, l.decided_at, coalesce(t.name, l.tool_name), t.slug, l.on_appeal, l.reason
  from (
    select m.id, m.decision, m.decided_at, m.tool_id, m.tool_name, m.on_appeal, m.reason
    from private.moderation_log m
    where (m.decided_at, m.id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 9223372036854775807))
      and (select private.setting('moderation_log')) <> 'off'
    order by m.decided_at desc, m.id desc limit least(greatest(coalesce(max_results, 30), 1), 100)
  ) l
  left join public.tools t on t.id = l.tool_id
  order by l.decided_at desc, l.id desc
$$;
comment on function public.list_moderation_log is 'Nullable: tool_slug, reason.';

-- How many decisions there were since then: of each kind, and about an appeal.
create function public.count_moderation_log(since timestamptz)
returns table (approved integer, rejected integer, deleted integer, on_appeal integer)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where l.decision = 'approved')::integer, count(*) filter (where l.decision = 'rejected')::integer,
    count(*) filter (where l.decision = 'deleted')::integer, count(*) filter (where l.on_appeal)::integer
  from private.moderation_log l where l.decided_at >= since and (select private.setting('moderation_log')) <> 'off'
$$;
grant execute on function public.list_moderation_log, public.count_moderation_log to anon, authenticated, service_role;

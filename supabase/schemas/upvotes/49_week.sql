-- The recommendation of the week, shown on home (docs/decisions/195): of those written in the last seven days the one that
-- most members find helpful, at least two. Kept, so that home does not depend on every mark: a job chooses it.
create table private.week_recommendation (
  -- There is one row, or none.
  is_chosen boolean primary key default true,
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  constraint week_recommendation_is_chosen check (is_chosen),
  constraint week_recommendation_upvote_id_key unique (upvote_id)
);

alter table private.week_recommendation enable row level security;

-- The job. Not what is reported, and not what a new member wrote, which would be shown to everybody at once.
create function private.choose_week_recommendation() returns void
language plpgsql set search_path = ''
as $$
declare
  best constant uuid := (
    select v.id from public.tool_upvotes v
    where v.helpful_count > 1 and v.created_at > now() - interval '7 days' and v.weight = 1
      and private.is_shown(v) and not private.is_waiting(v)
    order by v.helpful_count desc, v.created_at desc, v.id desc limit 1);
begin
  -- A statement notifies every process even when it changes no row.
  if best is not distinct from (select w.upvote_id from private.week_recommendation w) then
    return;
  end if;
  delete from private.week_recommendation;
  insert into private.week_recommendation (upvote_id) select best where best is not null on conflict do nothing;
end;
$$;

-- The recommendation of the week with its tool, if there is one and it is shown.
create function public.get_week_recommendation() returns table (
  id uuid, name text, slug text, logo text, reason text, writer text, writer_has_page boolean, author_role text,
  used_for text
)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, v.reason, p.username::text, p.has_page, v.author_role, v.used_for
  from private.week_recommendation w
  join public.tool_upvotes v on v.id = w.upvote_id
  join public.tools t on t.id = v.tool_id
  left join public.profiles p on p.id = v.user_id
  where private.is_shown(v)
$$;
grant execute on function public.get_week_recommendation() to anon, authenticated, service_role;
comment on function public.get_week_recommendation() is
  'The recommendation of the last seven days that most members find helpful, with its tool; no row if none is found helpful by two.';

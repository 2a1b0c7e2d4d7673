-- Recommendations chosen to be shown (docs/decisions/195): one of the week on home, and one for each large category in the
-- list of categories. Kept, so that these pages do not depend on every recommendation and mark: a job chooses them.
create table private.chosen_recommendations (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  -- Null: that of the week.
  category_id uuid references public.categories (id) on delete cascade,
  constraint chosen_recommendations_category_id_key unique nulls not distinct (category_id)
);

-- Not what is reported, and not what a new member wrote, which would be shown to everybody at once.
create function private.is_choosable(v public.tool_upvotes) returns boolean
language sql stable set search_path = ''
as $$
  select v.weight = 1 and private.is_shown(v) and not private.is_waiting(v)
$$;

-- The job. Of the week: of those written in the last seven days the one that most members find helpful, at least two who have
-- been members for longer. Of each of the eight largest categories with ten tools or more: the newest of the tool most
-- recommended lately, if its tool is among the thousand that are.
create function private.choose_recommendations() returns void
language plpgsql set search_path = ''
as $$
declare
  of_week constant uuid := (
    select v.id
    from public.tool_upvotes v
    cross join lateral (
      select count(*) as readers from private.helpful_marks m join public.profiles p on p.id = m.member_id
      where m.upvote_id = v.id and p.created_at < now() - interval '7 days'
    ) helped
    where v.helpful_count > 1 and v.created_at > now() - interval '7 days' and private.is_choosable(v)
      and helped.readers > 1
    order by helped.readers desc, v.created_at desc, v.id desc limit 1);
  chosen private.chosen_recommendations[];
begin
  chosen := array(
    with large as (
      select c.id from public.categories c where c.tool_count >= 10 order by c.tool_count desc, c.id limit 8
    ), trending as (
      select s.tool_id, s.trend from private.tool_stats s
      where s.trend > '-infinity' order by s.trend desc, s.listed_at desc, s.tool_id desc limit 1000
    ), best as (
      select distinct on (large.id) large.id as category_id, newest.id
      from trending
      join public.tools t on t.id = trending.tool_id
      -- The primary category alone, so that no recommendation is shown twice.
      join large on large.id = t.category_id
      cross join lateral (
        select v.id from public.tool_upvotes v
        where v.tool_id = trending.tool_id and v.id is distinct from of_week and private.is_choosable(v)
        order by v.created_at desc, v.id desc limit 1
      ) newest
      order by large.id, trending.trend desc, trending.tool_id
    )
    select row(picked.upvote_id, picked.category_id)::private.chosen_recommendations
    from (
      select of_week as upvote_id, null::uuid as category_id where of_week is not null
      union all select best.id, best.category_id from best
    ) picked
    order by picked.category_id);
  -- A statement notifies every process even when it changes no row.
  if chosen is distinct from array(select c from private.chosen_recommendations c order by c.category_id) then
    delete from private.chosen_recommendations;
    insert into private.chosen_recommendations select * from unnest(chosen) on conflict do nothing;
  end if;
-- One of them, or its category, was deleted meanwhile: those of before stay until the job runs again.
exception when foreign_key_violation then
  null;
end;
$$;

-- Those chosen that are shown, with their tools.
create function public.list_chosen_recommendations() returns table (
  category_id uuid, id uuid, name text, slug text, logo text, reason text, writer text, writer_has_page boolean,
  author_role text, used_for text
)
language sql stable security definer set search_path = ''
as $$
  select c.category_id, t.id, t.name, t.slug, t.logo, v.reason, p.username::text, p.has_page, v.author_role, v.used_for
  from private.chosen_recommendations c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  left join public.profiles p on p.id = v.user_id
  where private.is_shown(v)
$$;
grant execute on function public.list_chosen_recommendations to anon, authenticated, service_role;
comment on function public.list_chosen_recommendations is
  'The recommendation of the week (category_id is null) and one for each large category, with the id of their tools. Nullable: category_id, logo, writer, writer_has_page, author_role, used_for.';

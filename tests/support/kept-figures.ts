import type { Sql } from 'postgres'

/** Everything the database keeps of other rows, in one order. */
export async function readKept(sql: Sql): Promise<unknown> {
  const [kept] = await sql`
    select
      (select jsonb_agg(jsonb_build_array(id, category_id, upvote_count) order by id) from public.tools) as tools,
      (select jsonb_agg(jsonb_build_array(id, tool_count) order by id) from public.categories) as categories,
      (select jsonb_agg(jsonb_build_array(tool_id, category_id, position) order by tool_id, position)
        from public.tool_categories) as choices,
      (select jsonb_agg(jsonb_build_array(tool_id, category_id, listed_at, upvote_count, facets, round(trend::numeric, 6))
        order by tool_id, category_id) from private.listings) as listings,
      (select jsonb_agg(jsonb_build_array(id, flag_count) order by id) from public.tool_upvotes) as reports,
      (select jsonb_agg(to_jsonb(m) order by user_id) from private.members m) as members`
  return kept
}

/** What the database keeps by triggers and is not what a look at all rows says, in words; nothing where all is right. */
export async function findWrongFigures(sql: Sql): Promise<string[]> {
  const rows = await sql<{ wrong: string }[]>`
    with counted as (
      select t.id, count(v.id) as upvotes,
        log(2::numeric, sum(power(2::numeric,
          (extract(epoch from v.created_at - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::numeric))) as trend
      from public.tools t left join public.tool_upvotes v
        on v.tool_id = t.id and v.flag_status is distinct from 'rejected' and not v.is_withheld
      group by t.id
    ), places as (
      select t.id as tool_id, '00000000-0000-0000-0000-000000000000'::uuid as category_id from public.tools t
      union all
      select tc.tool_id, tc.category_id from public.tool_categories tc
    ), in_order as (
      select tc.*, row_number() over (partition by tc.tool_id order by tc.position) - 1 as place
      from public.tool_categories tc
    )
    select 'upvotes of tool ' || t.id as wrong
      from public.tools t join counted c using (id) where t.upvote_count <> c.upvotes
    union all
    select 'tools of category ' || c.id from public.categories c
      where c.tool_count <> (select count(*) from public.tool_categories tc where tc.category_id = c.id)
    union all
    select 'place of tool ' || l.tool_id || ' in ' || l.category_id
      from (
        select tool_id, category_id, p.there is not null as there, l.upvote_count, l.listed_at, l.trend, l.facets
        from (select *, true as there from places) p full join private.listings l using (tool_id, category_id)
      ) l
      left join public.tools t on t.id = l.tool_id left join counted c on c.id = l.tool_id
      where (l.upvote_count, l.listed_at, l.facets)
          is distinct from (t.upvote_count, t.created_at, private.facet_bits(t.pricing, t.open_source, t.platforms))
        or l.trend is null <> (c.upvotes = 0)
        or abs(l.trend - c.trend) > 0.001
        or not l.there
    union all
    select 'primary category of tool ' || t.id from public.tools t
      where t.category_id is distinct from (
        select tc.category_id from public.tool_categories tc where tc.tool_id = t.id order by tc.position limit 1)
    union all
    select 'order of categories of tool ' || tool_id from in_order where position <> place
    union all
    select 'reports of upvote ' || v.id from public.tool_upvotes v
      where v.flag_count <> (select count(*) from public.upvote_flags f where f.upvote_id = v.id)`
  return rows.map(({ wrong }) => wrong)
}

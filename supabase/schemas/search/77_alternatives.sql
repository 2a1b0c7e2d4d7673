-- Other tools of the tool's categories, five or the requested number, those most like it first (private.tools_like).
-- latest_reason is the newest public recommendation.
create function public.list_alternatives(tool_id uuid, max_results integer default 5)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  category_id uuid, category_name text, category_slug text, pricing text, open_source boolean, license text,
  platforms text[], latest_reason text, latest_writer text, writer_has_page boolean
)
language sql stable security definer set search_path = ''
as $$
  with chosen as (
    select l.tool_id as id, l.place
    from private.tools_like(list_alternatives.tool_id, '{}', true) with ordinality l (tool_id, score, place)
    order by l.place
    limit least(greatest(coalesce(list_alternatives.max_results, 5), 1), 20)
  )
  select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, c.id, c.name, c.slug,
    t.pricing, t.open_source, t.license, t.platforms, newest.reason, newest.writer, newest.has_page
  from chosen
  join public.tools t on t.id = chosen.id
  left join public.categories c on c.id = t.category_id
  left join lateral private.newest_reasons(t.id, 1) newest on true
  order by chosen.place
$$;
comment on function public.list_alternatives is
  'Nullable: logo, category_id, category_name, category_slug, pricing, open_source, license, latest_reason, latest_writer, writer_has_page.';

-- The tools of up to eight slugs, in their order, with the compared data. A former slug finds its tool too: `asked` is
-- the given slug.
create function public.compare_tools(slugs text[])
returns table (
  asked text, id uuid, name text, slug text, logo text, short_description text, website_url text, upvote_count integer,
  pricing text, open_source boolean, license text, repository_url text, platforms text[],
  own_facts jsonb, category_names text[], category_slugs text[], reasons text[], writers text[],
  writers_have_pages boolean[]
)
language sql stable security definer set search_path = ''
as $$
  select wanted.slug, t.id, t.name, t.slug, t.logo, t.short_description, t.website_url, t.upvote_count,
    t.pricing, t.open_source, t.license, t.repository_url, t.platforms, t.own_facts,
    filed.names, filed.slugs, said.reasons, said.writers, said.have_pages
  from unnest(compare_tools.slugs[1:8]) with ordinality wanted (slug, place)
  join public.tools t on t.id = coalesce(
    (select present.id from public.tools present where present.slug = wanted.slug),
    (select former.target from private.slug_redirects former where former.kind = 'tools' and former.slug = wanted.slug))
  cross join lateral (
    select coalesce(array_agg(c.name order by tc.position), '{}') as names,
      coalesce(array_agg(c.slug order by tc.position), '{}') as slugs
    from public.tool_categories tc join public.categories c on c.id = tc.category_id where tc.tool_id = t.id
  ) filed
  cross join lateral (
    select coalesce(array_agg(newest.reason), '{}') as reasons,
      coalesce(array_agg(coalesce(newest.writer, '')), '{}') as writers,
      coalesce(array_agg(coalesce(newest.has_page, false)), '{}') as have_pages
    from private.newest_reasons(t.id, 3) newest
  ) said
  order by wanted.place
$$;
grant execute on function public.list_alternatives, public.compare_tools to anon, authenticated, service_role;
comment on function public.compare_tools is
  'Nullable: logo, pricing, open_source, license, repository_url. A writer without a name is an empty one.';

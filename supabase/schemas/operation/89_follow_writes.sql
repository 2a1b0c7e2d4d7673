-- What follows from a write of tools or recommendations, in the order in which it happens.

create function private.follow_new_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool_ids constant uuid[] := array(select n.id from new_rows n);
begin
  -- The primary category is the first row of tool_categories.
  insert into public.tool_categories (tool_id, category_id)
    select n.id, n.category_id from new_rows n where n.category_id is not null
    on conflict (tool_id, category_id) do nothing;
  insert into private.tool_stats (tool_id, listed_at) select n.id, n.created_at from new_rows n;
  -- Those of the others followed from their category.
  perform private.refresh_tool_codes(array(select n.id from new_rows n where n.category_id is null));
  delete from private.slug_redirects r where r.kind = 'tools' and r.slug in (select n.slug from new_rows n);
  perform private.refresh_search_documents(tool_ids);
  perform private.add_search_words(array(
    select unnest(array[n.name, private.squeeze(n.name), n.short_description]) from new_rows n));
  return null;
end;
$$;

create trigger tools_follow_insert after insert on public.tools
  referencing new table as new_rows for each statement execute function private.follow_new_tools();

-- Per row: updates of counts, categories or positions of many tools change nothing here. Only an operator changes created_at.
create function private.follow_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.website_url <> old.website_url then
    delete from public.link_checks c where c.tool_id = new.id;
    -- A claim is of a host: whoever has the new one proves it anew.
    perform private.end_claim(c.id, 'moved') from private.claims c
      where c.tool_id = new.id and c.state <> 'ended' and c.host <> private.host_of(new.website_url);
  end if;
  if new.created_at <> old.created_at then
    update private.tool_stats s set listed_at = new.created_at where s.tool_id = new.id;
  end if;
  if (new.pricing, new.open_source, new.platforms, new.own_facts)
    is distinct from (old.pricing, old.open_source, old.platforms, old.own_facts) then
    perform private.refresh_tool_codes(array[new.id]);
  end if;
  if (new.name, new.short_description, new.pricing, new.open_source, new.license, new.platforms, new.long_description)
    is distinct from
    (old.name, old.short_description, old.pricing, old.open_source, old.license, old.platforms, old.long_description) then
    perform private.refresh_search_documents(array[new.id]);
    perform private.add_search_words(array[new.name, private.squeeze(new.name), new.short_description]);
  end if;
  return null;
end;
$$;

create trigger tools_follow_update after update of name, short_description, website_url, created_at, pricing, open_source,
    license, platforms, long_description, own_facts on public.tools
  for each row execute function private.follow_tool();

create function private.follow_new_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if pg_trigger_depth() = 1 then
    -- First: it may lock more tools than these recommendations are about.
    perform private.report_equal_texts(me, array(
      select n.reason from new_rows n where n.user_id = me and n.moderation_version = 0));
    insert into private.upvote_networks (upvote_id, network)
      select n.id, private.request_network() from new_rows n where n.weight < 1 and private.request_network() is not null;
  end if;
  -- Added to what is stored: a tool may have 100,000.
  perform from public.tools t where t.id in (select n.tool_id from new_rows n) order by t.id for no key update;
  with added as materialized (
    select n.tool_id, count(*)::integer as upvotes, sum(n.weight) as score,
      array_agg(private.trend_weight(n)) filter (where n.weight > 0) as weights
    from new_rows n where private.is_counted(n) group by n.tool_id
  ), counted as (
    update private.tool_stats s
      set score = s.score + a.score, trend = private.sum_weights(a.weights || s.trend)
      from added a where s.tool_id = a.tool_id and a.score > 0
  )
  update public.tools t set upvote_count = t.upvote_count + a.upvotes from added a where t.id = a.tool_id;
  perform private.refresh_search_documents(array(select distinct n.tool_id from new_rows n));
  perform private.notify_upvotes(array(select distinct n.tool_id from new_rows n), false);
  return null;
end;
$$;

create trigger tool_upvotes_follow_insert after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.follow_new_upvotes();

-- Of an update only tools with an upvote that counts, or that is shown or reads, otherwise now than before: what is among the
-- rows of both, old and new, once. No join: the planner has no statistics of transition tables.
create function private.follow_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counting uuid[];
  reading uuid[];
  tools uuid[];
  is_response boolean := false;
begin
  if tg_op = 'DELETE' then
    counting := array(select distinct o.tool_id from old_rows o);
    reading := counting;
    tools := counting;
  else
    tools := array(select o.tool_id from old_rows o union select n.tool_id from new_rows n);
    is_response := cardinality(tools) = 1 and not exists (
      select from new_rows n full join old_rows o on o.id = n.id
      where to_jsonb(n) - 'helpful_count' is distinct from to_jsonb(o) - 'helpful_count');
    counting := array(
      select distinct v.tool_id from (
        select n.id, n.tool_id, n.weight, private.trend_weight(n) as trend, private.is_counted(n) as counts from new_rows n
        union all
        select o.id, o.tool_id, o.weight, private.trend_weight(o), private.is_counted(o) from old_rows o
      ) v group by v.id, v.tool_id, v.weight, v.trend, v.counts having count(*) = 1);
    reading := array(
      select distinct v.tool_id from (
        select n.id, n.tool_id, n.reason, private.is_shown(n) as shows from new_rows n
        union all
        select o.id, o.tool_id, o.reason, private.is_shown(o) from old_rows o
      ) v group by v.id, v.tool_id, v.reason, v.shows having count(*) = 1);
  end if;
  if cardinality(counting) > 0 then
    perform private.recount_upvotes(counting);
  end if;
  if cardinality(reading) > 0 then
    perform private.refresh_search_documents(reading);
  end if;
  perform private.notify_upvotes(tools, is_response);
  return null;
end;
$$;

create trigger tool_upvotes_follow_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_upvotes();
create trigger tool_upvotes_follow_delete after delete on public.tool_upvotes
  referencing old table as old_rows for each statement execute function private.follow_upvotes();

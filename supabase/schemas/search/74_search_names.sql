create index tools_squeezed_name on public.tools (private.squeeze(name) text_pattern_ops);

-- Tools by name, at most 300: names equal to the query (ignoring spaces and punctuation); names that begin with it;
-- names that contain it (three characters or more). Equal ranks newest first. Each rank is a query of its own with its
-- own index.
create function private.tools_named(wanted text) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  squeezed text := private.squeeze(wanted);
  -- "you.com"
  without_domain text := substring(wanted from '^(?:https?://)?(?:www\.)?([^\s/]+)\.(?:com|ai|io|app|net|org|co)(?:/\S*)?$');
  result uuid[];
begin
  result := array(
    select t.id from public.tools t where lower(t.name) = wanted order by t.created_at desc, t.id desc limit 100);
  if squeezed <> '' then
    result := result || array(
      select t.id from public.tools t
      where private.squeeze(t.name) = any (array[squeezed, nullif(private.squeeze(without_domain), '')])
        and lower(t.name) <> wanted
      order by t.created_at desc, t.id desc limit 100);
  end if;
  result := result || array(
    select t.id from public.tools t
    where lower(t.name) like pattern || '%' and t.id <> all (result)
    order by t.created_at desc, t.id desc limit 100);
  if squeezed <> wanted and char_length(squeezed) >= 5 then
    result := result || array(
      select t.id from public.tools t where private.squeeze(t.name) like squeezed || '%' and t.id <> all (result)
      order by t.created_at desc, t.id desc limit 100);
  end if;
  if char_length(wanted) >= 3 then
    execute format('select $1 || array(
      select t.id from public.tools t where %s and t.id <> all ($1)
      order by t.created_at desc, t.id desc limit 100)', private.containing('t.name', wanted)) into result using result;
  end if;
  return result;
end;
$$;

-- The beginnings of a query, at least half of it, any of which may be the name it extends: "eleven" of "elevenlabs".
create function private.beginnings(squeezed text) returns text[]
language sql immutable parallel safe strict set search_path = ''
as $$
  select array(
    select left(squeezed, size) from generate_series(5, char_length(squeezed) - 1) size
    where size * 2 >= char_length(squeezed))
$$;

-- The tools whose names a query without any may mean: the two of "X vs Y"; the nearest one, with other spaces
-- ("mid jurney"); one with something added ("elevenlabs"); best first.
create function private.tools_nearly_named(wanted text) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select t.id from public.tools t
    join (
      select private.squeeze(entry) as name, 0 as rank from regexp_split_to_table(wanted, '\s(?:vs|versus)\.?\s') entry
        where wanted ~ '\s(?:vs|versus)\.?\s'
      union select near.word, near.rank from unnest(private.nearest_words(private.squeeze(wanted))) with ordinality near (word, rank)
        where wanted !~ '\s\S+\s\S+\s'
      union select unnest(private.beginnings(private.squeeze(wanted))), 9 where wanted !~ '\s'
    ) meant on meant.name = private.squeeze(t.name)
    join private.tool_stats l on l.tool_id = t.id
    order by meant.rank, char_length(t.name) desc, l.score desc, t.created_at desc, t.id desc limit 100)
$$;

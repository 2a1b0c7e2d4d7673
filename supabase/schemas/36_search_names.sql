-- Tools by name, at most 300: names equal to the query (ignoring spaces and punctuation); names that begin with it;
-- names that contain it (three characters or more); without any, similar names. Equal ranks newest first. Each rank is
-- a query of its own with its own index.
create function private.tools_named(wanted text) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
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
    select t.id from public.tools t where lower(t.name) like pattern || '%' and t.id <> all (result)
    order by t.created_at desc, t.id desc limit 100);
  if squeezed <> wanted and char_length(squeezed) >= 5 then
    result := result || array(
      select t.id from public.tools t where private.squeeze(t.name) like squeezed || '%' and t.id <> all (result)
      order by t.created_at desc, t.id desc limit 100);
  end if;
  if wanted ~ '[[:alnum:]]{3}' then
    result := result || array(
      select t.id from public.tools t where t.name ilike '%' || pattern || '%' and t.id <> all (result)
      order by t.created_at desc, t.id desc limit 100);
  end if;
  if cardinality(result) = 0 and squeezed <> '' then
    result := array(
      select t.id from public.tools t
      where private.squeeze(t.name) = any (
        -- Two names: "X vs Y".
        array(select private.squeeze(entry) from regexp_split_to_table(wanted, '\s(?:vs|versus)\.?\s') entry
          where wanted ~ '\s(?:vs|versus)\.?\s')
        -- Misspelt, with other spaces: "mid jurney".
        || case when wanted ~ '\s' then private.nearest_words(squeezed) end
        || case when wanted !~ '\s' then private.beginnings(squeezed) end)
      order by char_length(t.name) desc, t.upvote_count desc, t.created_at desc, t.id desc limit 100);
    -- "scribebudy" is rather ScribeBuddy than Scribe with something added.
    if cardinality(result) > 0 and wanted !~ '\s' then
      result := array(
        select t.id from public.tools t
        where private.squeeze(t.name) = any (private.nearest_words(squeezed)) and t.id <> all (result)
        order by t.upvote_count desc, t.created_at desc, t.id desc limit 100) || result;
    end if;
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

-- What administrators set for the search: the language of the catalogue and the synonyms (docs/decisions/100).

-- Tools whose documents are still those of former settings. They are made anew some at a time: a document takes about a
-- millisecond, so that those of a large catalogue take minutes.
create table private.stale_documents (
  -- No foreign key, which would lock and look up every tool while the settings are saved: a deleted tool has no document
  -- to make.
  tool_id uuid primary key
);

-- Makes documents of former settings anew, `most` at a time; returns how many. Also called by the server every minute.
create function private.refresh_stale_documents(most integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  tool_ids uuid[];
begin
  with taken as (
    delete from private.stale_documents d
    where d.tool_id in (
      select s.tool_id from private.stale_documents s order by s.tool_id limit most for update skip locked)
    returning d.tool_id
  )
  select coalesce(array_agg(t.tool_id), '{}') into tool_ids from taken t;
  if tool_ids <> '{}' then
    perform private.refresh_search_documents(tool_ids);
    perform pg_notify('plaudit_changes', 'tools');
  end if;
  return cardinality(tool_ids);
end;
$$;

-- Applies these settings, to the documents too if there are few: refresh_stale_documents makes the others anew. Raises
-- what private.check_synonyms refuses, and an unknown language.
create function private.write_search_settings(language text, synonyms text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.check_synonyms(write_search_settings.synonyms);
  if not exists (
    select from pg_catalog.pg_ts_dict d
    where d.dictname = write_search_settings.language || '_stem' and d.dictnamespace = 'pg_catalog'::regnamespace)
  then
    raise exception 'The search knows no language %', write_search_settings.language using errcode = 'invalid_parameter_value';
  end if;
  execute format('alter text search configuration private.words alter mapping for asciihword, asciiword, hword, '
    'hword_asciipart, hword_part, word with pg_catalog.%I', write_search_settings.language || '_stem');
  execute format('alter text search dictionary private.stems_of_all (language = %I)', write_search_settings.language);
  perform private.load_synonyms(write_search_settings.synonyms);
  if exists (select from private.search_settings) then
    update private.search_settings s
      set version = s.version + 1, language = write_search_settings.language, synonyms = write_search_settings.synonyms;
  else
    insert into private.search_settings (version, language, synonyms)
      values (1, write_search_settings.language, write_search_settings.synonyms);
  end if;
  insert into private.stale_documents (tool_id) select t.id from public.tools t on conflict do nothing;
  perform private.refresh_stale_documents(500);
  perform pg_notify('plaudit_changes', 'tools');
end;
$$;

-- The synonyms that come with Plaudit, unless somebody has changed them.
create function private.load_starter_synonyms(groups text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from private.search_settings s where s.version > 1) then
    delete from private.search_settings;
    perform private.write_search_settings('english', private.trim_text(groups));
  end if;
end;
$$;

-- The settings, the languages there are, and how many tools are still found as before the last change.
create function public.get_search_settings()
returns table (version integer, language text, synonyms text, languages text[], stale integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see the settings of the search');
  return query
    select s.version, s.language, s.synonyms,
      array(select left(d.dictname, -5)::text from pg_catalog.pg_ts_dict d
        where d.dictname like '%\_stem' and d.dictnamespace = 'pg_catalog'::regnamespace order by 1),
      (select count(*) from private.stale_documents)::integer
    from private.search_settings s;
end;
$$;

-- Returns the new version. Raises PT409 if `expected_version` is not the current one, and what is wrong with a line. The
-- log shows the lines that were removed and added.
create function public.save_search_settings(language text, synonyms text, expected_version integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Lines at the beginning stay, so that a line's number is that of the field.
  given text := rtrim(replace(coalesce(save_search_settings.synonyms, ''), E'\r\n', E'\n'), E' \t\n');
  was private.search_settings;
begin
  perform private.require_current_administrator('change the settings of the search');
  select * into was from private.search_settings s for update;
  perform private.require_current_administrator('change the settings of the search');
  if was.version is distinct from expected_version then
    raise exception 'The settings were changed by someone else' using errcode = 'PT409';
  end if;
  if (was.language, was.synonyms) is not distinct from (save_search_settings.language, given) then
    return was.version;
  end if;
  perform private.write_search_settings(coalesce(save_search_settings.language, ''), given);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select auth.uid(), 'update', 'search_settings', '00000000-0000-0000-0000-000000000000',
      jsonb_build_object('language', was.language, 'synonyms', left(string_agg(l.line, E'\n') filter (where not l.is_new), 2000)),
      jsonb_build_object('language', save_search_settings.language,
        'synonyms', left(string_agg(l.line, E'\n') filter (where l.is_new), 2000))
    from (
      (select line, true as is_new from string_to_table(given, E'\n') line
        except select line, true from string_to_table(was.synonyms, E'\n') line)
      union all
      (select line, false from string_to_table(was.synonyms, E'\n') line
        except select line, false from string_to_table(given, E'\n') line)
    ) l;
  return was.version + 1;
end;
$$;
grant execute on function public.get_search_settings, public.save_search_settings to authenticated;

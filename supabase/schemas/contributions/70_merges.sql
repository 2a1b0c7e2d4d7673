-- Merging two tools, or two categories, into one (docs/decisions/194). What is `gone` is deleted, after what belongs to it has
-- moved to what is `kept`; a week later nothing of it is left here but which became which.
create table private.merges (
  -- No foreign keys: one is deleted, and the other may be.
  gone uuid primary key,
  kept uuid not null,
  kind text not null,
  merged_at timestamptz not null default now(),
  -- Until it can no longer be undone: the row that is gone; by table the keys of what moved, and the rows that could not;
  -- what was filled in of what is kept.
  entry jsonb,
  moved jsonb,
  rest jsonb,
  filled jsonb,
  constraint merges_kind_known check (kind in ('tools', 'categories'))
);

create index merges_undoable on private.merges (merged_at) where entry is not null;

comment on table private.merges is 'Not notified: it follows from a change of tools or categories, which is notified.';

-- Pairs that somebody says are two.
create table private.not_duplicates (
  one uuid references public.tools (id) on delete cascade,
  other uuid references public.tools (id) on delete cascade,
  primary key (one, other),
  constraint not_duplicates_in_order check (one < other)
);

create index not_duplicates_other on private.not_duplicates (other);

-- What something merged has become, or itself.
create function private.merged_into(id uuid) returns uuid
language sql stable set search_path = ''
as $$
  with recursive now_is as (
    select merged_into.id as id, 0 as step
    union all
    select m.kept, n.step + 1 from now_is n join private.merges m on m.gone = n.id where n.step < 20
  )
  select n.id from now_is n order by n.step desc limit 1
$$;

-- What belongs to a tool or category, in the order it is moved: its table, the column that says to which, and its key there.
-- `stays` is a condition on a row r of $1, which is merged into $2: the other has one. Such rows go, and return with an undo if
-- what they are about is `there`.
create function private.merge_parts(kind text)
returns table (part text, belongs text, key text, stays text, there text)
language sql immutable set search_path = ''
as $$
  select p.part, p.belongs, p.key, p.stays, p.there from (values
    ('tools', 'private.slug_redirects', 'target', 'slug', 'r.kind <> ''tools''', 'true'),
    ('tools', 'private.removed_upvotes', 'tool_id', 'upvote_id', 'exists (
      select from public.tool_upvotes o where o.tool_id = $2 and o.user_id = r.user_id
      union all select from private.removed_upvotes o where o.tool_id = $2 and o.user_id = r.user_id)', 'r.decision_id is null'),
    ('tools', 'private.voided_upvotes', 'tool_id', 'user_id', 'exists (
      select from public.tool_upvotes o where o.tool_id = $2 and o.user_id = r.user_id and o.merged_from is null
      union all select from private.voided_upvotes o where o.tool_id = $2 and o.user_id = r.user_id)', 'true'),
    ('tools', 'private.upvote_dates', 'tool_id', 'user_id', 'exists (
      select from private.upvote_dates o where o.tool_id = $2 and o.user_id = r.user_id)', 'true'),
    ('tools', 'private.closed_reports', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.moderation_log', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.alerts', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.contributions', 'tool_id', 'id', 'r.state = ''waiting'' and exists (
      select from private.contributions o
      where o.tool_id = $2 and o.member_id = r.member_id and o.kind = r.kind and o.state = ''waiting'')', 'false'),
    ('tools', 'public.tool_submitters', 'tool_id', 'id', 'exists (
      select from public.tool_submitters o where o.tool_id = $2)', 'true'),
    -- A claim is of a host.
    ('tools', 'private.claims', 'tool_id', 'id', 'r.state <> ''ended'' and (
      r.host <> (select private.host_of(t.website_url) from public.tools t where t.id = $2)
      or (select count(*) from public.tool_makers m where m.tool_id in ($1, $2)) > 5
      or exists (
        select from private.claims o where o.tool_id = $2 and o.member_id = r.member_id and o.state <> ''ended''))', 'true'),
    ('tools', 'public.tool_makers', 'tool_id', 'id', 'exists (
      select from private.claims c where c.id = r.id and c.tool_id = $1)',
      'exists (select from private.claims c where c.id = r.id)'),
    ('tools', 'private.saved_tools', 'tool_id', 'member_id', 'exists (
      select from private.saved_tools o where o.tool_id = $2 and o.member_id = r.member_id)', 'true'),
    ('tools', 'private.member_list_tools', 'tool_id', 'list_id', 'exists (
      select from private.member_list_tools o where o.tool_id = $2 and o.list_id = r.list_id)',
      'exists (select from private.member_lists l where l.id = r.list_id)'),
    ('tools', 'public.tool_categories', 'tool_id', 'category_id', 'true',
      'exists (select from public.categories c where c.id = r.category_id)'),
    ('categories', 'private.slug_redirects', 'target', 'slug', 'r.kind <> ''categories''', 'true'),
    ('categories', 'private.follows', 'category_id', 'member_id', 'exists (
      select from private.follows o where o.category_id = $2 and o.member_id = r.member_id)', 'true'),
    ('categories', 'public.tool_categories', 'category_id', 'tool_id', 'true',
      'exists (select from public.tools t where t.id = r.tool_id)')
  ) p (kind, part, belongs, key, stays, there)
  where p.kind = merge_parts.kind
$$;

-- Moves what belongs to one to the other, and remembers it. The rows that stay are deleted with what they belong to; where
-- no foreign key does so, here.
create function private.move_parts(kind text, gone uuid, kept uuid, entry jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  each record;
  keys jsonb;
  rows jsonb;
  moved jsonb := '{}';
  rest jsonb := '{}';
begin
  for each in select * from private.merge_parts(kind) loop
    execute format('with moved as (update %s r set %I = $2 where r.%2$I = $1 and not (%s) returning r.%I)
      select coalesce(jsonb_agg(m.%4$I), ''[]'') from moved m', each.part, each.belongs, each.stays, each.key)
      into keys using gone, kept;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from %s r where r.%I = $1', each.part, each.belongs)
      into rows using gone;
    moved := moved || jsonb_build_object(each.part, keys);
    rest := rest || jsonb_build_object(each.part, rows);
  end loop;
  delete from private.saved_tools s where s.tool_id = gone;
  delete from private.member_list_tools i where i.tool_id = gone;
  insert into private.merges (gone, kept, kind, entry, moved, rest) values (gone, kept, kind, entry, moved, rest);
end;
$$;

-- Moves back what is still where it was moved to, and restores the rest.
create function private.move_parts_back(merge private.merges) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  each record;
begin
  for each in select * from private.merge_parts(merge.kind) loop
    execute format('insert into %1$s overriding system value
      select r.* from jsonb_populate_recordset(null::%1$s, $1) r where %2$s on conflict do nothing', each.part, each.there)
      using merge.rest -> each.part;
    execute format('update %1$s r set %2$I = $1 where r.%2$I = $2 and r.%3$I::text in (select jsonb_array_elements_text($3))',
      each.part, each.belongs, each.key)
      using merge.gone, merge.kept, merge.moved -> each.part;
  end loop;
end;
$$;

-- One entry for the whole of it: what it changes is not logged row by row (private.write_audit_log).
create function private.log_merge(gone uuid, entry jsonb, kept uuid, kind text, kept_name text, is_undo boolean) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select (select auth.uid()), case when is_undo then 'delete' else 'insert' end, 'merges', gone,
      case when is_undo then said end, case when not is_undo then said end
    from (select jsonb_build_object('kind', kind, 'name', kept_name, 'gone_name', entry ->> 'name', 'gone_slug', entry ->> 'slug',
      'tool_id', kept)) about (said)
$$;

-- Raises unless the two are there and different; both are locked.
create function private.begin_merge(kind text, gone uuid, kept uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  found_both boolean;
begin
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  if gone = kept then
    raise exception 'Choose two to merge' using errcode = 'invalid_parameter_value';
  end if;
  execute format('select count(*) = 2 from (select from public.%I t where t.id in ($1, $2) order by t.id for update) both_of', kind)
    into found_both using gone, kept;
  if not found_both then
    raise exception '%', case kind when 'tools' then private.in_words('{Item} not found') else 'Category not found' end
      using errcode = 'PT404';
  end if;
  -- What is moved is counted by no limit, and not logged row by row.
  perform set_config('plaudit.is_merging', 'on', true);
end;
$$;

-- The job: deletes what was kept to undo. After a week, what is gone; after five minutes, the logos of what was decided: an
-- editor's page has made the accepted one the tool's.
create function private.forget_undos() returns void
language plpgsql set search_path = ''
as $$
begin
  update private.merges m set entry = null, moved = null, rest = null, filled = null
    where m.entry is not null and m.merged_at < now() - interval '7 days';
  update private.contributions c set logo = null
    where c.logo is not null and c.state <> 'waiting' and c.decided_at < now() - interval '5 minutes';
end;
$$;

-- When a category was last changed by hand, so that two administrators do not write over each other: a save names the
-- time it knows. Its number of tools is no change of the category.
alter table public.categories add column updated_at timestamptz not null default now();

create or replace function private.normalise_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trim_text(new.name);
  new.description := nullif(private.trim_text(new.description), '');
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

drop trigger categories_normalise on public.categories;
create trigger categories_normalise before insert or update of name, slug, description on public.categories
  for each row execute function private.normalise_category();

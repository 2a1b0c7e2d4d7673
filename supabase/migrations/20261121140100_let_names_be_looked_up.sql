-- Profiles are open to every visitor, so nothing is kept from a suspended member by refusing them here; and behind any
-- condition PostgreSQL may not look a username up by its index (comparing citext is not leakproof): each check of a
-- username read all profiles.
drop policy profiles_select_open_account on public.profiles;

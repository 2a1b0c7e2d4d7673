-- A letter that most slugs have was looked for in every tool, by a function six times as slow as the index that holds its
-- answers: what it costs is not known where the plan is made.
alter function public.list_admin_tools(text, text, boolean, integer, integer) set enable_seqscan = off;

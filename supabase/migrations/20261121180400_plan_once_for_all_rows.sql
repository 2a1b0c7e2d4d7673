-- Lists that are planned anew for each request, because what is searched decides which index serves, had the functions they
-- call for every row planned anew for every row: of the 24 ms of a page of the audit log 17 went into that, of the 26 of
-- the queue of flags 20. These look up single rows by their keys: one plan is good for all.
alter function private.flagged_card(uuid) set plan_cache_mode = force_generic_plan;
alter function private.is_consequence(public.audit_log) set plan_cache_mode = force_generic_plan;
alter function private.thing_of(text, uuid, jsonb) set plan_cache_mode = force_generic_plan;
alter function private.name_of(text, uuid) set plan_cache_mode = force_generic_plan;
alter function private.names_in(jsonb) set plan_cache_mode = force_generic_plan;

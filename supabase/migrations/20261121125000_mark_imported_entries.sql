-- What an import of a catalogue changed, row by row, carries the id of the import; the import itself has two entries of
-- its own (table_name catalogue_imports, row_id the id, no import_id): so the log reads as one line an import, and
-- still tells what became of every tool.
alter table public.audit_log
  add column import_id uuid default nullif(current_setting('plaudit.import_id', true), '')::uuid;

create index audit_log_import on public.audit_log (import_id, id) where import_id is not null;

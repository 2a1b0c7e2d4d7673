-- As on every other table: what nobody is granted stays closed even if somebody is granted it one day.
alter table private.administrators enable row level security;
alter table private.admin_emails enable row level security;
alter table private.verified_emails enable row level security;

-- The file a tool's logo lies in, by whatever address it is reached: what the sweep of unused files asks for.
create index tools_logo_name on public.tools (substring(logo from '/tool-logos/([^/?#]+)')) where logo is not null;

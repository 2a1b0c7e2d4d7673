import { readText } from '../list-search'

/** The subjects to filter by, with the tables they are recorded in. */
export const AUDIT_KINDS = {
  tools: ['tools', 'tool_categories'],
  categories: ['categories'],
  submissions: ['contributions', 'claims'],
  recommendations: ['tool_upvotes', 'voided_upvotes', 'upvote_flags', 'upvote_appeals', 'maker_answers'],
  administrators: ['administrators'],
  suspensions: ['suspensions'],
  lists: ['member_lists'],
  site: ['site_settings', 'search_settings', 'sign_up_invitations'],
  imports: ['catalogue_imports'],
} as const
export type AuditKind = keyof typeof AUDIT_KINDS
export const KIND_NAMES = Object.keys(AUDIT_KINDS).filter((name): name is AuditKind => name in AUDIT_KINDS)

/** Search parameters of /admin/audit; a missing one does not filter. `from` and `to` are days, both included. */
export type AuditSearch = {
  search?: string | undefined
  kind?: AuditKind | undefined
  /** Id of the actor. */
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Id of an import, to list the rows it changed. */
  import?: string | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the page's search from a URL; invalid values are ignored. */
export function readAuditSearch(params: Record<string, unknown>): AuditSearch {
  const { search, kind, by, from, to } = params
  return {
    search: readText(search),
    kind: KIND_NAMES.find((known) => known === kind),
    by: readId(by),
    from: readDay(from),
    to: readDay(to),
    import: readId(params.import),
  }
}

/** Whether any filter or search is set. */
export const isNarrowed = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== undefined)

const readId = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : undefined)

/** '2026-02-28'; not '2026-02-30'. */
function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}

/** No filter and no search. */
export const WHOLE_LOG = readAuditSearch({})

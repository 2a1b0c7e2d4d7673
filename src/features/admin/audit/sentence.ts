import { type Saved, textIn } from './group-entries'

/** Who did what to what, to be read as a sentence. */
export type Sentence = {
  who: string
  /** 'changed the tool' */
  did: string
  /** The name of what it was done to; undefined when `did` says it all. */
  what: string | undefined
  /** What follows the name. */
  rest: string
}

const GONE = 'a former member'

/** The save as a sentence. People whose accounts are gone have no name any more. */
export function sentenceOf({ entry }: Saved): Sentence {
  const { table_name, action, before, after, person, subject } = entry
  const who = nameActor(entry)
  const say = (did: string, what: string | undefined = undefined, rest = ''): Sentence => ({
    who,
    did,
    what,
    rest,
  })
  const name = subject ?? undefined
  const whom = person ?? GONE
  switch (table_name) {
    case 'tools':
      return say(
        `${VERBS[action] ?? 'changed'} the tool`,
        name ?? textIn(after ?? before, 'name'),
        action === 'delete' ? withRecommendations(before) : '',
      )
    case 'tool_categories':
      return say('changed the categories of the tool', name)
    case 'categories':
      return say(`${VERBS[action] ?? 'changed'} the category`, name ?? textIn(after ?? before, 'name'))
    case 'tool_upvotes':
      return say(
        `${decision(action, textIn(after, 'flag_status'))} of`,
        name ?? 'a deleted tool',
        ` by ${whom}`,
      )
    case 'upvote_flags':
      return say('decided a report about', name ?? 'a deleted tool', ` by ${whom}`)
    case 'administrators':
      if (action === 'delete' && entry.actor_id === entry.person_id)
        return say('stopped being an administrator')
      return action === 'delete'
        ? say('revoked', whom, ' as administrator')
        : say('made', whom, ' an administrator')
    case 'suspensions':
      return action === 'insert' ? say('suspended', whom) : say('lifted the suspension of', whom)
    case 'site_settings':
      return say('changed the settings of the site')
    case 'sign_up_invitations':
      return say(
        action === 'delete' ? 'took back the invitation of' : 'invited',
        textIn(after ?? before, 'address'),
      )
    case 'catalogue_imports':
      return say(
        action === 'insert' ? 'started the import of' : 'imported',
        textIn(after, 'file') ?? 'a file',
      )
    default:
      return say(`${VERBS[action] ?? 'changed'} an entry of`, table_name.replaceAll('_', ' '))
  }
}

/**
 * The words an entry is about: the recommendation that was decided or deleted, the report, why somebody was suspended.
 * Undefined for other entries, and where the log has forgotten the person who wrote them.
 */
export function wordsOf({ table_name, action, before, after }: Saved['entry']): string | undefined {
  const hasWords =
    table_name === 'tool_upvotes' ||
    table_name === 'upvote_flags' ||
    (table_name === 'suspensions' && action === 'insert')
  return hasWords ? textIn(after ?? before, 'reason') : undefined
}

/** What went with a deleted tool. */
function withRecommendations(row: unknown): string {
  const count: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'upvote_count') : 0
  if (typeof count !== 'number' || count < 1) return ''
  return count === 1 ? ' with its recommendation' : ` with its ${count} recommendations`
}

const VERBS: Readonly<Record<string, string>> = { insert: 'added', update: 'changed', delete: 'deleted' }

function decision(action: string, status: string | undefined): string {
  if (action === 'delete') return 'deleted a recommendation'
  if (action === 'insert') return 'undid the deletion of a recommendation'
  if (status === 'approved') return 'approved a recommendation'
  if (status === 'rejected') return 'rejected a recommendation'
  return 'undid a decision about a recommendation'
}

const SOURCES: Readonly<Record<string, string>> = {
  'command line': 'The command line',
  ADMIN_EMAILS: 'The server’s configuration',
  key: 'A service with the secret key',
}

function nameActor({ actor, actor_id, source }: Saved['entry']): string {
  return (
    actor ??
    (actor_id ? 'A former administrator' : (SOURCES[source] ?? 'Someone with access to the database'))
  )
}

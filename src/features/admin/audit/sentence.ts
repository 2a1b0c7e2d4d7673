import * as messages from '#messages/audit.js'
import type { Words } from '#shared/words.ts'
import { DECIDED_STATES } from '~/lib/moderation-states'
import { type Saved, textIn } from './group-entries'

type Names = Readonly<Record<string, string>>
const verbs: Names = messages.verbs
const importVerbs: Names = messages.importVerbs
const sources: Names = messages.sources

/** The parts of a sentence about a save. */
type Sentence = {
  who: string
  /** 'changed the tool' */
  did: string
  /** The name of the subject; undefined when `did` is complete by itself. */
  what: string | undefined
  /** The text after the name. */
  rest: string
}

/** A save as a sentence. People whose accounts were deleted have no name. */
export function sentenceOf({ entry }: Saved, site: Words): Sentence {
  const { table_name, action, before, after, person, subject } = entry
  const who = nameActor(entry)
  const say = (did: string, what: string | undefined = undefined, rest = ''): Sentence => ({
    who,
    did,
    what,
    rest,
  })
  const name = subject ?? undefined
  const whom = person ?? messages.formerMember
  const byWhom = messages.byMember({ name: whom })
  const tool = name ?? messages.deletedTool(site)
  const decided = { decision: textIn(after, 'decision') ?? '' }
  const verb = verbs[action] ?? messages.verbs.update
  switch (table_name) {
    case 'tools':
      return say(
        messages.toTool({ ...site, verb }),
        name ?? textIn(after ?? before, 'name'),
        action === 'delete' ? withRecommendations(before) : '',
      )
    case 'tool_categories':
      return say(messages.changedToolCategories(site), name)
    case 'categories':
      return say(messages.toCategory({ verb }), name ?? textIn(after ?? before, 'name'))
    case 'tool_upvotes':
      return say(decision(action, textIn(after, 'flag_status')), tool, byWhom)
    case 'voided_upvotes':
      return say(messages.counting[action === 'delete' ? 'restored' : 'voided'], tool, byWhom)
    case 'upvote_flags':
      return say(
        messages.decidedReport,
        tool,
        isAutomatic(after) ? messages.byMember({ name: messages.automaticCheck }) : byWhom,
      )
    case 'contributions': {
      const [state, kind] = [textIn(after, 'state') ?? '', textIn(after, 'kind') ?? '']
      return say(messages.decidedContribution({ state, kind }), name, byWhom)
    }
    case 'member_lists':
      return say(messages.decidedList(decided), textIn(after, 'said'), byWhom)
    case 'maker_answers':
      return say(messages.decidedAnswer(decided), tool, byWhom)
    case 'claims':
      return say(messages.revokedClaim, name, byWhom)
    case 'merges': {
      const gone = { name: textIn(after ?? before, 'gone_name') ?? '' }
      return say(action === 'delete' ? messages.undidMerge(gone) : messages.merged(gone), name)
    }
    case 'administrators':
      if (action === 'delete' && entry.actor_id === entry.person_id)
        return say(messages.stoppedAsAdministrator(roleIn(before)))
      return action === 'delete'
        ? say(messages.revoked, whom, messages.asAdministrator(roleIn(before)))
        : say(messages.made, whom, messages.anAdministrator(roleIn(after)))
    case 'suspensions':
      return action === 'insert' ? say(messages.suspended, whom) : say(messages.liftedSuspension, whom)
    case 'site_settings':
      return say(messages.changedSettings)
    case 'search_settings':
      return say(messages.changedSearchSettings)
    case 'sign_up_invitations':
      return say(
        action === 'delete' ? messages.revokedInvitation : messages.invited,
        textIn(after ?? before, 'address'),
      )
    case 'catalogue_imports': {
      const isUndone = action === 'delete' && textIn(before, 'undone') !== undefined
      const verb = isUndone ? messages.undidImport : importVerbs[action]
      return say(verb ?? messages.verbs.update, textIn(after ?? before, 'file') ?? messages.aFile)
    }
    default:
      return say(messages.toEntry({ verb }), table_name.replaceAll('_', ' '))
  }
}

/**
 * The text an entry is about: the decided or deleted recommendation, the report, the reason of a suspension. Undefined
 * for other entries, and where it was deleted with its author's account.
 */
export function wordsOf({ table_name, action, before, after }: Saved['entry']): string | undefined {
  if (table_name === 'maker_answers') return textIn(after, 'said')
  const hasWords =
    table_name === 'tool_upvotes' ||
    table_name === 'upvote_flags' ||
    table_name === 'voided_upvotes' ||
    table_name === 'contributions' ||
    (table_name === 'suspensions' && action === 'insert')
  return hasWords ? textIn(after ?? before, 'reason') : undefined
}

/** What was deleted with a tool. */
function withRecommendations(row: unknown): string {
  const count: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'upvote_count') : 0
  if (typeof count !== 'number' || count < 1) return ''
  return messages.withItsRecommendations({ count })
}

function decision(action: string, status: string | undefined): string {
  if (action === 'delete' || action === 'insert') return messages.decisions[action]
  const decided = DECIDED_STATES.find((state) => state === status)
  return messages.decisions[decided ?? 'undone']
}

function nameActor({ actor, actor_id, source }: Saved['entry']): string {
  return actor ?? (actor_id ? messages.unnamedAdministrator : (sources[source] ?? messages.unknownSource))
}

const isAutomatic = (row: Saved['entry']['after']) =>
  typeof row === 'object' && row !== null && Reflect.get(row, 'is_automatic') === true

const roleIn = (row: Saved['entry']['after']) => ({ role: textIn(row, 'role') ?? '' })

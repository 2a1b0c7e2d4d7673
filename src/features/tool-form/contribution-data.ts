import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { contributeErrors } from '#messages/contribute.js'
import type { Proposed } from '~/components/contributions/proposed-changes'
import { READ_ONCE } from '~/components/form/form-query'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { toSmallPng } from '~/components/logos/small-png'
import type { Database, Json } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { addErrorTexts, DataError, dataOf, type ErrorCode, wordsOfRefusal } from '~/lib/errors'
import { failureOf, resultOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'
import { openTool } from './tool-form-data'

addErrorTexts(contributeErrors)

type ContributionKind = 'submission' | 'correction' | 'problem'
export const PROBLEMS = ['dead_link', 'wrong_price', 'duplicate', 'gone'] as const
export type Problem = (typeof PROBLEMS)[number]

/** Characters of a note, as the database counts them. */
export const NOTE_MAX = 1000

export type OwnContribution = Database['public']['Functions']['list_my_contributions']['Returns'][number]
export type ToolAt = Database['public']['Functions']['find_tools_at']['Returns'][number]

/** Refusals of the database, by the detail or code it gives. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  known: 'contributionKnown',
  waiting: 'contributionWaits',
  decided: 'contributionDecided',
  changed: 'contributionToolChanged',
  nobody: 'contributionsClosed',
  week: 'contributionsTooNew',
  PT404: 'contributionGone',
  '23503': 'contributionCategoryGone',
}

type Contribution = {
  kind: ContributionKind
  toolId?: string | undefined
  proposed?: Proposed
  problem?: Problem
  note: string
  logo?: LogoChoice
  isNamed: boolean
  /** The tool as its sender saw it. */
  knownUpdatedAt?: string | undefined
} & ({ id: string } | { newId: string })

/** The argument of a chosen logo: none where it stays as it is, empty to remove it. */
async function logoOf(choice: LogoChoice | undefined) {
  if (!choice || choice.kind === 'kept') return undefined
  if (choice.kind === 'removed') return { logo: '' }
  const logo = await toSmallPng(choice.file)
  if (logo === undefined) throw new DataError('contributionLogo')
  return { logo }
}

async function sendContribution(db: Db, sent: Contribution): Promise<void> {
  const proposed: Json = { ...sent.proposed }
  const logo = await logoOf(sent.logo)
  const answer = await db.rpc('save_contribution', {
    ...{ kind: sent.kind, proposed, tool_id: sent.toolId ?? null, problem: sent.problem ?? null },
    ...{ note: sent.note || null, is_named: sent.isNamed, known_updated_at: sent.knownUpdatedAt ?? null },
    ...logo,
    ...('id' in sent ? { contribution_id: sent.id } : { new_id: sent.newId }),
  })
  if (!answer.error) return
  const { code, details } = answer.error
  const refused = REFUSALS[details ?? ''] ?? REFUSALS[code]
  if (refused) throw new DataError(refused, { status: answer.status })
  const words = wordsOfRefusal(answer.error)
  throw new DataError('sendContribution', { ...failureOf(answer), ...(words && { words }) })
}

/** The form shows why it failed. */
export const sendContributionMutation = mutationOptions({
  mutationFn: (sent: Contribution) => sendContribution(getDb(), sent),
  meta: { failure: 'sendContribution', inForm: true },
})

/** What the person sent in, on a page of the list. */
const OWN_PAGE = 15

type Cursor = { before_at: string; before_id: string } | null

function listOwn(which: { page_size: number } | { contribution_id: string }, signal: AbortSignal) {
  return dataOf(getDb().rpc('list_my_contributions', which), 'loadContributions', signal)
}

/** A tool as the form of a correction opens it; null if there is none. */
export async function openToolBySlug(slug: string, signal?: AbortSignal) {
  const ask = getDb().from('tools').select('id').eq('slug', slug).maybeSingle()
  const found = await dataOf(ask, 'loadTool', signal)
  return found && openTool(found.id, signal)
}

export const contributionQueries = {
  mine: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'contributions'],
      queryFn: ({ pageParam, signal }) => listOwn({ page_size: OWN_PAGE, ...pageParam }, signal),
      initialPageParam: null satisfies Cursor as Cursor,
      getNextPageParam: (page): Cursor | undefined => {
        const last = page.length < OWN_PAGE ? undefined : page.at(-1)
        return last && { before_at: last.created_at, before_id: last.id }
      },
      // They are decided meanwhile.
      refetchOnWindowFocus: 'always',
      staleTime: 0,
    }),
  /** One of the person's, to change it. */
  own: (userId: string, id: string) =>
    queryOptions({
      ...READ_ONCE,
      queryKey: [PERSONAL, userId, 'contributions', id],
      queryFn: async ({ signal }) => (await listOwn({ contribution_id: id }, signal))[0] ?? null,
    }),
  tool: (slug: string) =>
    queryOptions({
      ...READ_ONCE,
      queryKey: ['contribution-tool', slug],
      queryFn: ({ signal }) => openToolBySlug(slug, signal),
    }),
  /** The tools at an address, however it is written. */
  toolsAt: (address: string) =>
    queryOptions({
      queryKey: ['tools-at', address],
      queryFn: ({ signal }) => dataOf(getDb().rpc('find_tools_at', { address }), 'findToolsAt', signal),
      staleTime: 0,
    }),
}

export const withdrawMutation = mutationOptions({
  mutationFn: (id: string) =>
    resultOf(getDb().rpc('withdraw_contribution', { contribution_id: id }), 'withdrawContribution', REFUSALS),
  meta: { failure: 'withdrawContribution' },
})

export const nameSubmitterMutation = mutationOptions({
  mutationFn: ({ id, isNamed }: { id: string; isNamed: boolean }) =>
    dataOf(getDb().rpc('set_submitter_named', { contribution_id: id, is_named: isNamed }), 'nameSubmitter'),
  meta: { failure: 'nameSubmitter' },
})

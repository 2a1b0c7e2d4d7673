import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contributeErrors } from '#messages/contribute.js'
import * as messages from '#messages/contributions.js'
import { inLanguage } from '~/lib/errors'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { cardElementId } from '../moderation/use-decide'
import { useRefill } from '../moderation/use-flagged-list'
import { waitingKey } from '../waiting-data'
import {
  type Case,
  type ContributionCard,
  type ContributionDecision,
  type ContributionFilter,
  type ContributionOutcome,
  contributionsQuery,
  decideContributionsMutation,
  undoContributionsMutation,
} from './contributions-data'

/** The list with what this person decides in it: that leaves the list, and can be undone. */
export function useContributions(userId: string, filter: ContributionFilter) {
  const client = useQueryClient()
  const query = contributionsQuery(userId, filter)
  const list = useInfiniteQuery(query)
  const { mutateAsync: sendDecision } = useMutation(decideContributionsMutation)
  const { mutateAsync: sendUndo } = useMutation(undoContributionsMutation)
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  /** Newer than the list's; those decided here, in order. */
  const [newer, setNewer] = useState<ReadonlyMap<string, ContributionCard>>(new Map())
  const [decided, setDecided] = useState<readonly string[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

  const read = list.data?.pages.flatMap(({ cards }) => cards) ?? []
  const cards = read
    .map((card) => {
      const other = newer.get(card.id)
      return other && other.version >= card.version ? other : card
    })
    .filter(({ id, state }) => state === filter.status && !gone.has(id))
  const gathered = decided.flatMap((id) => newer.get(id) ?? []).filter(({ state }) => state !== 'waiting')

  useRefill(list, filter.status === 'waiting' ? cards.length : Number.POSITIVE_INFINITY)

  function keep(outcomes: readonly ContributionOutcome[]): void {
    setNewer(
      (before) =>
        new Map([...before, ...outcomes.flatMap(({ id, card }) => (card ? [[id, card] as const] : []))]),
    )
    const lost = outcomes.filter(({ outcome }) => outcome === 'gone').map(({ id }) => id)
    if (lost.length > 0) setGone((before) => new Set([...before, ...lost]))
  }

  /** A row leaves with its pressed button: the focus follows to where it has gone, if that is shown. */
  function followRow(ids: readonly string[]): void {
    const content = () => document.getElementById('content')
    focusOnceLost(() => document.getElementById(cardElementId(ids.at(-1) ?? '')) ?? content())
  }

  async function track<T>(ids: readonly string[], work: () => Promise<T>): Promise<T | undefined> {
    setSending((before) => new Set([...before, ...ids]))
    try {
      return await work()
    } catch {
      // The query client reports it.
      return undefined
    } finally {
      setSending((before) => new Set([...before].filter((id) => !ids.includes(id))))
      void client.invalidateQueries({ queryKey: waitingKey(userId) })
    }
  }

  /** What became of each; undefined if nothing was sent, or the call failed. */
  async function decide(
    wanted: readonly Case[],
    decision: ContributionDecision,
    reason: string,
  ): Promise<ContributionOutcome[] | undefined> {
    const cases = wanted.filter(({ card }) => !sending.has(card.id))
    const ids = cases.map(({ card }) => card.id)
    if (ids.length === 0) return undefined
    const outcomes = await track(ids, () => sendDecision({ cases, decision, reason }))
    if (!outcomes) return undefined
    keep(outcomes)
    followRow(ids)
    const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
    setDecided((before) => [...before.filter((id) => !done.includes(id)), ...done])
    const others = outcomes.filter(({ outcome }) => outcome !== 'done')
    const text = [
      done.length > 0 ? messages.done[decision]({ count: done.length }) : '',
      ...new Set(others.map(refusalOf)),
    ].filter((sentence) => sentence !== '')
    if (others.length > 0) notify.info(text.join(' '))
    else notify.success(text.join(' '))
    if (decision === 'accepted' && done.length > 0) void refreshCatalogue(client)
    return outcomes
  }

  async function undo(ids: readonly string[]): Promise<void> {
    const outcomes = await track(ids, () => sendUndo(ids))
    if (!outcomes) return
    keep(outcomes)
    followRow(ids)
    const back = outcomes.filter(({ outcome }) => outcome === 'undone').map(({ id }) => id)
    setDecided((before) => before.filter((id) => !back.includes(id)))
    await Promise.all([refreshCatalogue(client), client.invalidateQueries(query)])
    if (back.length === outcomes.length) notify.success(messages.undone({ count: back.length }))
    else notify.info(messages.notUndone({ count: outcomes.length - back.length }))
  }

  return { list, cards, gathered, decided, sending, decide, undo: (ids: readonly string[]) => void undo(ids) }
}

const REFUSED: Partial<Record<string, string>> = {
  ...messages.refused,
  ...{ PT404: messages.toolDeleted, PT409: contributeErrors.contributionKnown },
}

/** Why one was not decided. */
function refusalOf({ outcome, code = '', message }: ContributionOutcome): string {
  if (outcome !== 'refused') return REFUSED[outcome] ?? ''
  return REFUSED[code] ?? inLanguage(message, messages.refused.other) ?? messages.refused.other
}

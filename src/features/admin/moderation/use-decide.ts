import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { notify } from '~/lib/notify'
import { refreshPublic, waitingKey } from '../waiting-data'
import { type Decided, type DecisionOutcome, decideMutation, undoMutation } from './decide-data'
import type { FlaggedCard } from './flagged-data'
import { type Decision, DONE, decisionMessage, removalMessage } from './moderation-messages'

/**
 * A decision of this moderator on this screen, from the click on; `version` is the card's version before or after it,
 * `undo` the id to undo a deletion by.
 */
export type OwnDecision = { decision: Decision; sending: boolean; version: number; undo?: number | null }

type Options = {
  userId: string
  keep: (cards: readonly FlaggedCard[]) => void
  refresh: () => void
  forgetOthers: () => void
}

/** An undo of this id, about this card. */
export type Undo = { id: string; decisionId: number }

/**
 * Decides cards and reports the result. A decision is optimistic and rolled back when it fails or another administrator
 * was first; `own` holds this moderator's decisions, by recommendation, the latest last.
 */
export function useDecide({ userId, keep, refresh, forgetOthers }: Options) {
  const queryClient = useQueryClient()
  const { mutateAsync: send } = useMutation(decideMutation)
  const { mutateAsync: takeBack } = useMutation(undoMutation)
  const [own, setOwn] = useState<ReadonlyMap<string, OwnDecision>>(new Map())
  const [marked, setMarked] = useState<{ id: string }>()
  // Someone who decides quickly has several in progress: the list is refreshed once, after the last.
  const inProgress = useRef(0)

  // If the focused button is gone, the focus moves to what replaced it, once the list has been updated with the
  // response.
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.getElementById(cardElementId(marked.id))?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [marked])

  function mark(entries: readonly (readonly [id: string, decision: OwnDecision | undefined])[]): void {
    setOwn((before) => {
      const after = new Map(before)
      for (const [id, decision] of entries) {
        if (!decision || decision.sending) after.delete(id)
        if (decision) after.set(id, decision)
      }
      return after
    })
    const first = entries[0]
    if (first) setMarked({ id: first[0] })
  }

  async function track<T>(work: () => Promise<T>): Promise<T> {
    inProgress.current++
    try {
      return await work()
    } finally {
      inProgress.current--
      if (inProgress.current === 0) {
        refresh()
        void refreshPublic(queryClient)
        void queryClient.invalidateQueries({ queryKey: waitingKey(userId) })
      }
    }
  }

  /** Resolves to whether it was answered. */
  async function decide(cards: readonly FlaggedCard[], decided: Decided): Promise<boolean> {
    const open = cards.filter(({ id }) => !own.get(id)?.sending)
    const [card] = open
    if (!card) return false
    const { decision } = decided
    mark(open.map(({ id, version }) => [id, { decision, sending: true, version }]))
    return track(async () => {
      try {
        const answers = await send({ cards: open, ...decided })
        const [answer] = answers
        if (open.length === 1 && answer) applyOne(card, decision, answer)
        else applySeveral(open, decision, answers)
        return true
      } catch {
        mark(open.map(({ id }) => [id, undefined]))
        return false
      }
    })
  }

  function markDone(card: FlaggedCard, decision: Decision, answer: DecisionOutcome) {
    const version = answer.card?.version ?? card.version
    return [card.id, { decision, sending: false, version, undo: answer.gone?.undo ?? null }] as const
  }

  function applyOne(card: FlaggedCard, decision: Decision, answer: DecisionOutcome): void {
    if (answer.outcome === 'done') {
      mark([markDone(card, decision, answer)])
      // Without a button: 'deleted permanently' beside 'Undo' would contradict itself. The row has it.
      notify.success(DONE[decision])
      if (answer.card) keep([answer.card])
      else forgetOthers()
      return
    }
    mark([[card.id, undefined]])
    if (answer.gone) {
      notify.info(removalMessage(answer.gone))
      return
    }
    if (answer.card) keep([answer.card])
    if (answer.outcome === 'decided')
      notify.info(messages.nothingChanged({ decision: decisionMessage(answer.card ?? null) }))
    else
      notify.info(
        answer.card?.edited_at === card.edited_at ? messages.newReportOrAppeal : messages.editedMeanwhile,
      )
  }

  function applySeveral(
    cards: readonly FlaggedCard[],
    decision: Decision,
    answers: readonly DecisionOutcome[],
  ): void {
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    mark(
      cards.map((card) => {
        const answer = byId.get(card.id)
        return answer?.outcome === 'done' ? markDone(card, decision, answer) : [card.id, undefined]
      }),
    )
    keep(answers.flatMap(({ card }) => card ?? []))
    const of = (...outcomes: DecisionOutcome['outcome'][]) =>
      answers.filter(({ outcome }) => outcomes.includes(outcome)).length
    const done = of('done')
    const others = [
      inbox.decidedByOthers({ count: of('decided', 'gone') }),
      inbox.changedMeanwhile({ count: of('changed') }),
      inbox.leftToOthers({ count: of('refused') }),
    ].filter((sentence) => sentence !== '')
    const text = [...(done > 0 ? [inbox.severalDone[decision]({ count: done })] : []), ...others].join(' ')
    if (others.length > 0) notify.info(text)
    else notify.success(text)
  }

  async function undo(undone: readonly Undo[]): Promise<void> {
    if (undone.length === 0) return
    await track(async () => {
      try {
        const answers = await takeBack(undone.map(({ decisionId }) => decisionId))
        const back = answers.filter(({ outcome }) => outcome === 'undone')
        const ids = new Set(back.map(({ id }) => id))
        mark(undone.filter(({ decisionId }) => ids.has(decisionId)).map(({ id }) => [id, undefined]))
        keep(back.flatMap(({ card }) => card ?? []))
        if (undone.length === 1) {
          notify.success(back[0]?.card ? messages.undonePending : messages.undoneNoReports)
          return
        }
        const failed = answers.length - back.length
        const text = [
          inbox.severalUndone({ count: back.length }),
          ...(failed > 0 ? [inbox.notUndone({ count: failed })] : []),
        ].join(' ')
        if (failed > 0) notify.info(text)
        else notify.success(text)
      } catch {
        // The query client reports it.
      }
    })
  }

  return {
    own,
    decide,
    undo: (undone: readonly Undo[]) => void undo(undone),
    /** Runs after the list has been refetched. */
    forget: () => setOwn(new Map()),
  }
}

/** The element of a card or of the line that replaced it, to receive the focus. */
export const cardElementId = (upvoteId: string) => `flagged-${upvoteId}`

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as messages from '#messages/moderation.js'
import { notify } from '~/lib/notify'
import {
  type Decision,
  type DecisionOutcome,
  decideMutation,
  type FlaggedCard,
  undoMutation,
} from './flagged-data'
import { decisionMessage, removalMessage } from './moderation-messages'

/** Section 8, Moderation. */
const DONE: Record<Decision, string> = {
  approved: messages.upvoteApproved,
  rejected: messages.upvoteRejected,
  deleted: messages.upvoteDeleted,
}

/**
 * A decision of this moderator on this screen, from the click on; `version` is the card's version before or after it,
 * `undo` the id to undo a deletion by.
 */
export type OwnDecision = { decision: Decision; sending: boolean; version: number; undo?: number | null }

type Options = { keep: (card: FlaggedCard) => void; refresh: () => void; forgetOthers: () => void }

/**
 * Decides cards and reports the result. A decision is optimistic and rolled back when it fails or another administrator
 * was first; `own` holds this moderator's decisions, by recommendation.
 */
export function useDecide({ keep, refresh, forgetOthers }: Options) {
  const { mutateAsync: decideMutate } = useMutation(decideMutation)
  const { mutateAsync: undoMutate } = useMutation(undoMutation)
  const [own, setOwn] = useState<ReadonlyMap<string, OwnDecision>>(new Map())
  const [marked, setMarked] = useState<{ id: string }>()

  // If the focused button is gone, the focus moves to what replaced it, once the list has been updated with the
  // response.
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById(cardElementId(marked.id))?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [marked])

  function mark(id: string, decision: OwnDecision | undefined): void {
    setOwn((before) => {
      const after = new Map(before)
      if (decision) after.set(id, decision)
      else after.delete(id)
      return after
    })
    setMarked({ id })
  }

  async function decide(card: FlaggedCard, decision: Decision): Promise<void> {
    if (own.get(card.id)?.sending) return
    mark(card.id, { decision, sending: true, version: card.version })
    try {
      applyOutcome(card, decision, await decideMutate({ card, decision }))
    } catch {
      mark(card.id, undefined)
      refresh()
    }
  }

  function applyOutcome(card: FlaggedCard, decision: Decision, answer: DecisionOutcome): void {
    if (answer.outcome === 'done') {
      const version = answer.card?.version ?? card.version
      mark(card.id, { decision, sending: false, version, undo: answer.gone?.undo ?? null })
      // Without a button: 'deleted permanently' beside 'Undo' would contradict itself. The row has it.
      notify.success(DONE[decision])
      if (answer.card) keep(answer.card)
      else {
        forgetOthers()
        refresh()
      }
      return
    }
    mark(card.id, undefined)
    if (answer.outcome === 'gone') {
      notify.info(removalMessage(answer.gone))
      refresh()
      return
    }
    if (answer.card) keep(answer.card)
    if (answer.outcome === 'decided')
      notify.info(messages.nothingChanged({ decision: decisionMessage(answer.card) }))
    else notify.info(messages.newReportOrAppeal)
  }

  async function undo(upvoteId: string, decisionId: number): Promise<void> {
    try {
      const card = await undoMutate(decisionId)
      mark(upvoteId, undefined)
      if (card) keep(card)
      else refresh()
      notify.success(card ? messages.undonePending : messages.undoneNoReports)
    } catch {
      refresh()
    }
  }

  return {
    own,
    decide: (card: FlaggedCard, decision: Decision) => void decide(card, decision),
    undo: (upvoteId: string, decisionId: number) => void undo(upvoteId, decisionId),
    /** Runs after the list has been refetched. */
    forget: () => setOwn(new Map()),
  }
}

/** The element of a card or of the line that replaced it, to receive the focus. */
export const cardElementId = (upvoteId: string) => `flagged-${upvoteId}`

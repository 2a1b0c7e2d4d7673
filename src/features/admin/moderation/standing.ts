import type { FlagFilter } from './flags-search'
import type { Decision } from './moderation-messages'
import type { OwnDecision } from './use-decide'
import type { Shown } from './use-flagged-list'

/** A card of the list, with what this moderator decided about it on this screen, while that is current. */
export type Standing = Shown & { own: OwnDecision | undefined; undo: number | null }

/** This moderator's decision while it is current: not reported again, and not undone elsewhere. */
export function standingOf(entry: Shown, decided: OwnDecision | undefined): Standing {
  const { card, gone } = entry
  const isOver = decided && !decided.sending && card.state === 'pending' && card.version > decided.version
  const own = isOver ? undefined : decided
  return { ...entry, own, undo: own?.sending ? null : undoOf() }

  /** The id to undo the decision by, while that is possible. */
  function undoOf(): number | null {
    if (gone) return gone.undo
    if (own?.decision === 'deleted') return own.undo ?? null
    return card.decision?.mine && card.decision.undoable_until && card.state !== 'pending'
      ? card.decision.id
      : null
  }
}

/** The state of a case, with a decision in progress. */
export function stateOf({ card, own }: Standing): Decision | 'pending' {
  return own?.decision ?? card.state
}

/** Whether a case matches the filter. */
export const isListed = (filter: FlagFilter, entry: Standing): boolean =>
  !entry.gone && stateOf(entry) !== 'deleted' && (filter === 'all' || stateOf(entry) === filter)

/** Whether a case has left the list by this moderator's decision. */
export function isGathered(filter: FlagFilter, entry: Standing): boolean {
  const { card, gone, own } = entry
  if (own?.decision === 'deleted' || gone?.undo) return true
  if (filter === 'all' || gone || stateOf(entry) === filter) return false
  return own !== undefined || card.decision?.mine === true
}

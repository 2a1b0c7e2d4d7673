import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as inbox from '#messages/inbox.js'
import * as members from '#messages/members.js'
import { notify } from '~/lib/notify'
import { waitingKey } from '../waiting-data'
import { allOfMutation, undoSeveralMutation } from './decide-data'
import { flaggedQueries } from './flagged-data'
import { liftMutation, type MemberRecord, memberRecordQuery } from './member-record-data'

/** Decides all that waits of a member's, suspends them, and takes both back. */
export function useMemberDecisions(userId: string, member: MemberRecord) {
  const queryClient = useQueryClient()
  const all = useMutation(allOfMutation)
  const lifting = useMutation(liftMutation)
  const undoing = useMutation(undoSeveralMutation)
  const { username } = member

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(memberRecordQuery(userId, username)),
      queryClient.invalidateQueries({ queryKey: flaggedQueries.watched(userId) }),
      queryClient.invalidateQueries({ queryKey: waitingKey(userId) }),
    ])

  async function decideAll(decision: 'approved' | 'rejected', reason: string, suspends: boolean) {
    try {
      const done = await all.mutateAsync({
        ...{ username, decision, reason },
        ...(suspends && { suspension: reason }),
      })
      const count = done.decided.length
      const text = [
        ...(count > 0 || !suspends ? [inbox.severalDone[decision]({ count })] : []),
        ...(done.suspended ? [`${members.suspendedNow({ name: `@${username}` })}.`] : []),
      ].join(' ')
      const isUndoable = count > 0 || done.suspended
      notify.success(
        text,
        isUndoable ? { label: inbox.undo, run: () => void undo(done.decided, done.suspended) } : undefined,
      )
    } catch {
      // The query client reports it.
    }
    await refresh()
  }

  async function undo(ids: readonly number[], wasSuspended: boolean) {
    try {
      if (wasSuspended) await lifting.mutateAsync(member)
      const answers = ids.length > 0 ? await undoing.mutateAsync(ids) : []
      const count = answers.filter(({ outcome }) => outcome === 'undone').length
      const failed = answers.length - count
      notify.success(
        [
          ...(wasSuspended ? [`${members.lifted({ name: `@${username}` })}.`] : []),
          ...(answers.length > 0 ? [inbox.severalUndone({ count })] : []),
          ...(failed > 0 ? [inbox.notUndone({ count: failed })] : []),
        ].join(' '),
      )
    } catch {
      // The query client reports it.
    }
    await refresh()
  }

  async function lift() {
    try {
      await lifting.mutateAsync(member)
      notify.success(members.lifted({ name: `@${username}` }))
    } catch {
      // The query client reports it.
    }
    await refresh()
  }

  return {
    busy: all.isPending || lifting.isPending,
    decideAll: (decision: 'approved' | 'rejected', reason: string, suspends: boolean) =>
      void decideAll(decision, reason, suspends),
    lift: () => void lift(),
  }
}

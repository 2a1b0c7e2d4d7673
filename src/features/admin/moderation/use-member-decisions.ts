import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as inbox from '#messages/inbox.js'
import * as members from '#messages/members.js'
import { notify } from '~/lib/notify'
import { refreshPublic, waitingKey } from '../waiting-data'
import { type AllOf, allOfMutation, undoMutation } from './decide-data'
import { flaggedQueries } from './flagged-data'
import { liftMutation, type MemberRecord, memberRecordQuery } from './member-record-data'

type Outcome = { text: string; member: MemberRecord; decided: readonly number[]; suspended: boolean }

/** Decides all that waits of a member's, suspends them, and takes both back; `outcome` is the last, while it stands. */
export function useMemberDecisions(userId: string, username: string) {
  const queryClient = useQueryClient()
  const all = useMutation(allOfMutation)
  const lifting = useMutation(liftMutation)
  const undoing = useMutation(undoMutation)
  const [outcome, setOutcome] = useState<Outcome>()

  /** Whether it was done. The query client reports a failure; what is known afterwards is read again in any case. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    void refreshPublic(queryClient)
    await Promise.all([
      queryClient.invalidateQueries(memberRecordQuery(userId, username)),
      queryClient.invalidateQueries({ queryKey: flaggedQueries.watched(userId) }),
      queryClient.invalidateQueries({ queryKey: waitingKey(userId) }),
    ])
    return isDone
  }

  const decideAll = (member: MemberRecord, decision: AllOf['decision'], reason: string, suspends: boolean) =>
    run(async () => {
      const done = await all.mutateAsync({
        ...{ username, decision, reason },
        ...(suspends && { suspension: reason }),
      })
      const count = done.decided.length
      const text = sentences(
        (count > 0 || !suspends) && inbox.severalDone[decision]({ count }),
        done.suspended && `${members.suspendedNow({ name: `@${username}` })}.`,
      )
      setOutcome({ text, member, ...done })
    })

  const undo = ({ member, decided, suspended }: Outcome) =>
    run(async () => {
      setOutcome(undefined)
      if (suspended) await lifting.mutateAsync(member)
      const answers = decided.length > 0 ? await undoing.mutateAsync(decided) : []
      const count = answers.filter((answer) => answer.outcome === 'undone').length
      notify.success(
        sentences(
          suspended && `${members.lifted({ name: `@${username}` })}.`,
          answers.length > 0 && inbox.severalUndone({ count }),
          answers.length > count && inbox.notUndone({ count: answers.length - count }),
        ),
      )
    })

  const lift = (member: MemberRecord) =>
    run(async () => {
      await lifting.mutateAsync(member)
      setOutcome(undefined)
      notify.success(members.lifted({ name: `@${username}` }))
    })

  return {
    busy: all.isPending || lifting.isPending || undoing.isPending,
    outcome,
    decideAll,
    undo,
    lift,
  }
}

export type MemberDecisions = ReturnType<typeof useMemberDecisions>

const sentences = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(' ')

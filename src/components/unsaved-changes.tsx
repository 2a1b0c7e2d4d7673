import { useBlocker, useMatch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as messages from '#messages/form.js'
import { type NavigationQuestion, setNavigationGuard } from '~/lib/navigation-guard'
import { ConfirmDialog } from './ui/confirm-dialog'

type Question = { words: NavigationQuestion | undefined; answer: (leave: boolean) => void }

/**
 * While mounted, asks before the person leaves the page with unsaved text: our dialog for navigation and signing out,
 * the browser's own when the tab is closed or reloaded. Another view of the same page does not count as leaving, except
 * another thing edited there; with `everyView` it does, because what is typed stands in one view only. With `linksOnly`
 * nothing is asked where something is closed within the page, because what is typed stays.
 */
export function UnsavedChanges({
  title = messages.leaveWithoutSaving,
  description = messages.changesWillBeLost,
  everyView = false,
  linksOnly = false,
}: {
  title?: string
  description?: string
  everyView?: boolean
  linksOnly?: boolean
}) {
  const [question, setQuestion] = useState<Question | null>(null)
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const viewOf = everyView ? searchOf : editedOf
  const blocker = useBlocker({
    // While the next page loads this one is still mounted, and must not ask again.
    shouldBlockFn: ({ current, next }) =>
      current.pathname === page && (next.pathname !== page || viewOf(next) !== viewOf(current)),
    enableBeforeUnload: true,
    withResolver: true,
  })

  useEffect(() => {
    if (linksOnly) return
    let answerLast: ((leave: boolean) => void) | undefined
    const unregister = setNavigationGuard((words) => {
      // A new question replaces one that is still open.
      answerLast?.(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      answerLast = resolve
      setQuestion({ words, answer: resolve })
      return promise
    })
    return () => {
      unregister()
      // Nothing is unsaved any more. Whoever asked still waits for an answer.
      answerLast?.(true)
    }
  }, [linksOnly])

  if (blocker.status !== 'blocked' && !question) return null

  function answer(leave: boolean) {
    setQuestion(null)
    question?.answer(leave)
    if (leave) blocker.proceed?.()
    else blocker.reset?.()
  }

  return (
    <ConfirmDialog
      {...(question?.words ?? { title, description })}
      cancel={messages.stay}
      confirm={messages.leave}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  )
}

const editedOf = ({ search }: { search: object }) => ('edit' in search ? search.edit : undefined)
const searchOf = ({ search }: { search: object }) => JSON.stringify(search)

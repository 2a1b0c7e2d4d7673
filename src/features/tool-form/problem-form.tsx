import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { PROBLEMS, type Problem, sendContributionMutation } from './contribution-data'
import { NoteField } from './contribution-fields'
import { randomId } from './use-tool-form'

type Props = {
  toolId: string
  problem: string | null
  note: string
  /** What waits and is changed. */
  id: string | undefined
  onSent: () => void
  onUnsaved: (isUnsaved: boolean) => void
}

/** What is wrong with a tool: one of four, and a text. */
export function ProblemForm({ toolId, id, onSent, onUnsaved, ...props }: Props) {
  const site = useSite()
  const errorId = useId()
  const { mutate, isPending, isSuccess, error } = useMutation(sendContributionMutation)
  const [newId] = useState(randomId)
  const [problem, setProblem] = useState<Problem | undefined>(
    PROBLEMS.find((known) => known === props.problem),
  )
  const [note, setNote] = useState(props.note)
  const [isMissing, setMissing] = useState(false)
  const isUnsaved = ((problem ?? null) !== props.problem || note !== props.note) && !isSuccess
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  function send(event: FormEvent) {
    event.preventDefault()
    if (!problem) return setMissing(true)
    mutate(
      {
        ...{ kind: 'problem', toolId, problem, note, isNamed: true },
        ...(id === undefined ? { newId } : { id }),
      },
      { onSuccess: onSent },
    )
  }

  return (
    <form onSubmit={send} noValidate className="mt-8 grid gap-6">
      <fieldset disabled={isPending} className="grid gap-6">
        <fieldset aria-describedby={isMissing ? errorId : undefined}>
          <legend className="mb-2 font-medium text-sm">{messages.whatIsWrong}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {PROBLEMS.map((value) => (
              <label
                key={value}
                className="flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 py-2.5 text-[15px] transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="problem"
                  value={value}
                  checked={problem === value}
                  onChange={() => {
                    setProblem(value)
                    setMissing(false)
                  }}
                  className="size-4.5 shrink-0 accent-accent"
                />
                {messages.problems[value]}
              </label>
            ))}
          </div>
          {isMissing && (
            <p id={errorId} role="alert" className="mt-2 text-[13px] text-bad">
              {messages.chooseAProblem}
            </p>
          )}
        </fieldset>
        <NoteField note={note} onNote={setNote} />
      </fieldset>
      {error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>}
      <Button type="submit" size="lg" busy={isPending} className="justify-self-start">
        {isPending ? common.sending : id === undefined ? messages.send : messages.saveChanges}
      </Button>
    </form>
  )
}

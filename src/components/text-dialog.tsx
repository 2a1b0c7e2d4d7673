import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as messages from '#messages/common.js'
import { charactersLeft } from '#messages/text-dialog.js'
import { failureText } from '~/lib/errors'
import { isLimit } from '~/lib/limit-reached'
import { useSite } from '~/lib/site-data'
import { FormAlert } from './form-alert'
import { FormField } from './form-field'
import { Button } from './ui/button'
import { Dialog } from './ui/dialog'
import { Textarea } from './ui/textarea'

/** The rule of a text: a zod schema; its first issue is shown. */
type Rule = {
  safeParse(
    text: string,
  ): { success: true; data: string } | { success: false; error: { issues: { message: string }[] } }
}

type Props = {
  title: string
  description: string
  /** The field's label. */
  label: string
  rule: Rule
  /** Unsent texts, kept when the dialog closes or sending fails; the sender deletes what was sent. */
  drafts: Map<string, string>
  /** Author and subject of the text: nobody else must see it, even on a shared computer. */
  draft: string
  /** The text to begin with. */
  initial?: string
  hint?: (text: string) => string
  /** Shown beside the buttons, and describes the field; `left`: how many characters may still be typed. */
  counter?: (text: string) => { label: string; left: number }
  /** Shortens the text while it is typed, before the caret. */
  shorten?: (text: string, caret: number) => string
  /** The label of the button that sends. */
  submit: string
  look?: 'solid' | 'bad'
  /** An empty text cannot be sent, instead of being refused. */
  isTextNeeded?: boolean
  busy: boolean
  /** Why sending failed: a limit that was reached is shown above the buttons. */
  error?: Error | null
  /** Called with the validated text. */
  onSend: (text: string) => void
  onClose: () => void
  /** Shown above the buttons. */
  children?: ReactNode | ((text: string) => ReactNode)
}

/** The counter warns from here on. */
const NEAR_END = 20
const STEP = 10

/** Asks for a text, kept while it is written and validated when it is sent; open while mounted. */
export function TextDialog(props: Props) {
  const { drafts, draft, busy, hint, counter, shorten = (typed) => typed, onClose, children } = props
  const site = useSite()
  const counterId = useId()
  const [text, setText] = useState(drafts.get(draft) ?? props.initial ?? '')
  const [mistake, setMistake] = useState<string>()
  const count = counter?.(text)
  const isNearEnd = count !== undefined && count.left <= NEAR_END

  function send(event: FormEvent) {
    event.preventDefault()
    const checked = props.rule.safeParse(text)
    if (checked.success) props.onSend(checked.data)
    else setMistake(checked.error.issues[0]?.message)
  }

  return (
    <Dialog {...props} locked={busy}>
      <form onSubmit={send} noValidate className="mt-5 grid gap-4">
        <FormField label={props.label} error={mistake} hint={hint?.(text)} live>
          {({ 'aria-describedby': note, ...wiring }) => (
            <Textarea
              {...wiring}
              className="field-sizing-content max-h-[40dvh] not-supports-[field-sizing:content]:min-h-[188px]"
              aria-describedby={[counter && counterId, note].filter(Boolean).join(' ') || undefined}
              name="reason"
              required
              value={text}
              readOnly={busy}
              onChange={({ currentTarget }) => {
                const { value, selectionEnd } = currentTarget
                const shortened = shorten(value, selectionEnd)
                const caret = Math.max(0, selectionEnd - (value.length - shortened.length))
                setText(shortened)
                setMistake(undefined)
                drafts.set(draft, shortened)
                // Shortening moves the caret to the end from wherever the person is typing.
                if (shortened !== value)
                  requestAnimationFrame(() => currentTarget.setSelectionRange(caret, caret))
              }}
            />
          )}
        </FormField>
        {typeof children === 'function' ? children(text) : children}
        {isLimit(props.error) && <FormAlert>{failureText(props.error, site)}</FormAlert>}
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          {count && (
            <span
              id={counterId}
              className={`me-auto text-[13px] tabular-nums ${isNearEnd ? 'font-medium text-bad' : 'text-ink-faint'}`}
            >
              {count.label}
            </span>
          )}
          {/* In steps, so that it is read out twice or so, not with every key. */}
          <span role="status" className="sr-only">
            {isNearEnd && charactersLeft({ most: Math.ceil(count.left / STEP) * STEP })}
          </span>
          <Button variant="quiet" size="lg" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button
            type="submit"
            size="lg"
            variant={props.look}
            busy={busy}
            disabled={props.isTextNeeded && text === ''}
          >
            {props.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { type FormEvent, useState } from 'react'

/** The rule of a text: a zod schema; its first issue is shown. */
type Rule = {
  safeParse(
    text: string,
  ): { success: true; data: string } | { success: false; error: { issues: { message: string }[] } }
}

type Options = {
  /** Unsent texts, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  /** Author and subject of the text: nobody else must see it, even on a shared computer. */
  draft: string
  rule: Rule
  /** Called with the validated text. */
  onSend: (text: string) => void
}

/** The text of a dialog, kept while it is written and validated when it is sent. */
export function useDraft({ drafts, draft, rule, onSend }: Options) {
  const [text, setText] = useState(drafts.get(draft) ?? '')
  const [mistake, setMistake] = useState<string>()

  function write(next: string) {
    setText(next)
    setMistake(undefined)
    drafts.set(draft, next)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    const checked = rule.safeParse(text)
    if (checked.success) onSend(checked.data)
    else setMistake(checked.error.issues[0]?.message)
  }

  return { text, mistake, write, send }
}

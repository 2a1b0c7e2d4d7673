import { type FormEvent, useState } from 'react'

/** The rule of a text: a zod schema; its first issue is the message shown. */
type Rule = {
  safeParse(
    text: string,
  ): { success: true; data: string } | { success: false; error: { issues: { message: string }[] } }
}

type Options = {
  /** Texts begun and not sent: closing the dialog or a failure loses nothing. */
  drafts: Map<string, string>
  /** Whose text about what: one person's words are never another's to see, also not on a shared computer. */
  draft: string
  rule: Rule
  /** Called with the text as the rule leaves it. */
  onSend: (text: string) => void
}

/** The one text of a dialog, kept while it is written and checked when it is sent. */
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

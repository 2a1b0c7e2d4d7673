import { useState } from 'react'
import * as messages from '#messages/upvotes.js'
import { optionalText } from '#shared/hidden-character-rules.ts'
import { asUsedFor, USED_FOR, type UsedFor } from '#shared/used-for.ts'
import { FormField } from '~/components/form-field'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'
import { Select } from '~/components/ui/select'
import type { Edit } from './upvote-provider'

/** Characters of a role, counted as the database counts them. */
const ROLE_MAX = 40
const roleSchema = optionalText('line', { name: messages.role, limit: ROLE_MAX })

/** What an author says about themselves; null: nothing. */
export type Said = { author_role: string | null; used_for: UsedFor | null }
type Author = ReturnType<typeof useAuthor>

/** The fields beside the reason; like it they are kept while the dialog is closed. */
export function useAuthor(drafts: Map<string, string>, draft: string, edit: Edit | undefined) {
  const [roleKey, usedKey] = [`${draft} role`, `${draft} used`]
  const [role, setRole] = useState(drafts.get(roleKey) ?? edit?.author_role ?? '')
  const [usedFor, setUsedFor] = useState(drafts.get(usedKey) ?? edit?.used_for ?? '')
  const [mistake, setMistake] = useState<string>()
  return {
    role,
    usedFor,
    mistake,
    changeRole: (value: string) => {
      setRole(value)
      setMistake(undefined)
      drafts.set(roleKey, value)
    },
    changeUsedFor: (value: string) => {
      setUsedFor(value)
      drafts.set(usedKey, value)
    },
    /** Nothing, and what is wrong beside the field, if it cannot be sent. */
    check: (): Said | undefined => {
      const checked = roleSchema.safeParse(role)
      if (checked.success) return { author_role: checked.data || null, used_for: asUsedFor(usedFor) ?? null }
      setMistake(checked.error.issues[0]?.message)
      return undefined
    },
    forget: () => {
      drafts.delete(roleKey)
      drafts.delete(usedKey)
    },
  }
}

/** Who recommends it: asked for on demand, in one row, and both may stay empty. */
export function AuthorFields({ author, busy }: { author: Author; busy: boolean }) {
  const [isOpen, setOpen] = useState(author.role !== '' || author.usedFor !== '')
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="link inline-flex min-h-6 items-center gap-1 justify-self-start text-[13px] pointer-coarse:min-h-11"
      >
        {messages.aboutYou}
        <Icon name="down" size={14} className={`transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {(isOpen || author.mistake) && (
        <div className="grid gap-3 min-[420px]:grid-cols-2">
          <FormField label={messages.yourRole} error={author.mistake} live>
            {(wiring) => (
              <Input
                {...wiring}
                name="role"
                autoComplete="organization-title"
                placeholder={messages.roleExample}
                value={author.role}
                readOnly={busy}
                onChange={({ currentTarget }) => author.changeRole(currentTarget.value)}
              />
            )}
          </FormField>
          <FormField label={messages.usedFor}>
            {(wiring) => (
              <Select
                {...wiring}
                name="used-for"
                value={author.usedFor}
                disabled={busy}
                onChange={({ currentTarget }) => author.changeUsedFor(currentTarget.value)}
              >
                <option value="">{messages.notSaid}</option>
                {USED_FOR.map((choice) => (
                  <option key={choice} value={choice}>
                    {messages.usedForChoices[choice]}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
      )}
    </div>
  )
}

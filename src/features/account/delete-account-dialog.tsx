import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { profileErrors } from '#messages/profile.js'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Input } from '~/components/ui/input'
import { DataError } from '~/lib/errors'
import type { OwnAccountCalls } from './own-account-data'

type DeleteAccountDialogProps = {
  username: string
  deleting: OwnAccountCalls['deleting']
  onClose: () => void
  onDeleted: () => void
}

/** Explains what is deleted and what is kept, and deletes the account once its username is typed. */
export function DeleteAccountDialog({
  username,
  deleting: call,
  onClose,
  onDeleted,
}: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, isSuccess } = useMutation(call)
  // Stays busy until the page is left.
  const deleting = isPending || isSuccess
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed !== username) {
      setRefusal(messages.usernameMismatch)
      field.current?.focus()
      return
    }
    setRefusal(null)
    mutate(typed, {
      onSuccess: onDeleted,
      onError: (error) =>
        setRefusal(error instanceof DataError ? error.message : profileErrors.deleteAccount),
    })
  }

  return (
    <Dialog
      title={messages.deleteAccountQuestion}
      description={messages.cannotBeUndone}
      onClose={onClose}
      locked={deleting}
    >
      <form onSubmit={submit} noValidate className="mt-5 grid gap-5">
        <What title={messages.removedHeading}>{messages.removedWithAccount}</What>
        <What title={messages.keptHeading}>{messages.keptAfterDeletion}</What>
        <FormField
          label={messages.typeToConfirm({ username })}
          error={refusal === messages.usernameMismatch ? refusal : undefined}
          live
        >
          {(wiring) => (
            <Input
              {...wiring}
              ref={field}
              value={typed}
              disabled={deleting}
              onChange={({ target }) => {
                setTyped(target.value)
                setRefusal(null)
              }}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
          )}
        </FormField>
        {refusal && refusal !== messages.usernameMismatch && <FormAlert>{refusal}</FormAlert>}
        <div className="flex justify-end gap-2.5">
          <Button variant="quiet" disabled={deleting} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="bad" busy={deleting}>
            {deleting ? common.deleting : messages.deleteAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function What({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className="font-medium text-sm">{title}</h3>
      <p className="mt-1 text-[15px] text-ink-soft">{children}</p>
    </div>
  )
}

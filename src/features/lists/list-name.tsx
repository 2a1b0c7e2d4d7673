import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as messages from '#messages/lists.js'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { failureText } from '~/lib/errors'
import { isLimit } from '~/lib/limit-reached'
import { useSite } from '~/lib/site-data'
import { nameSchema, saveListMutation } from './own-lists-data'

type Props = {
  userId: string
  /** The list to rename; otherwise one is made. */
  list?: { id: string; name: string }
  onSaved: (id: string) => void
}

/** The name of a list: of a new one, or a new name. */
export function ListName({ userId, list, onSaved }: Props) {
  const site = useSite()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? list?.name ?? ''
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending, error } = useMutation(saveListMutation(userId))
  const refused = isLimit(error) ? failureText(error, site) : undefined

  function save(event: FormEvent) {
    event.preventDefault()
    const checked = nameSchema.safeParse(name)
    setMistake(checked.error?.issues[0]?.message)
    if (!checked.success) return
    mutate(
      { name: checked.data, ...(list && { list_id: list.id }) },
      {
        onSuccess: (id) => {
          setTyped(undefined)
          if (id) onSaved(id)
        },
      },
    )
  }

  return (
    <form onSubmit={save} noValidate className="grid max-w-[520px] grid-cols-[minmax(0,1fr)_auto] gap-2.5">
      <FormField label={list ? messages.name : messages.newName} error={mistake ?? refused} live>
        {(wiring) => (
          <Input
            {...wiring}
            value={name}
            readOnly={isPending}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setMistake(undefined)
            }}
          />
        )}
      </FormField>
      <Button type="submit" variant="quiet" size="lg" busy={isPending} className="mt-[26px] self-start">
        {list ? messages.rename : messages.make}
      </Button>
      {list && name !== list.name && !isPending && <UnsavedChanges />}
    </form>
  )
}

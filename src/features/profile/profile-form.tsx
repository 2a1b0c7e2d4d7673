import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { UsernameField, useUsernameCheck } from '~/components/username-field'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { type Profile, type ProfileValues, profileMutation, profileSchema } from './profile-data'

type ProfileFormProps = {
  profile: Profile
  /** Refetches the profile after it was changed elsewhere. */
  onStale: () => Promise<unknown>
}

/**
 * Full name and username of the person. Typed text stays when saving fails, and when the profile was changed in another
 * tab: then untouched fields show the stored values, and the person saves again.
 */
export function ProfileForm({ profile, onStale }: ProfileFormProps) {
  const [stale, setStale] = useState(false)
  const { mutateAsync } = useMutation(profileMutation(profile))
  const { register, handleSubmit, getValues, setError, clearErrors, reset, watch, formState } =
    useForm<ProfileValues>({
      resolver: zodResolver(profileSchema),
      values: { fullName: profile.full_name, username: profile.username },
      resetOptions: { keepDirtyValues: true, keepErrors: true },
    })
  const { errors, isSubmitting, isDirty } = formState
  const username = useUsernameCheck({
    current: profile.username,
    typed: () => getValues('username'),
    show: (message, shouldFocus) => setError('username', { type: 'check', message }, { shouldFocus }),
    clear: () => clearErrors('username'),
  })
  const fields = {
    fullName: register('fullName'),
    username: register('username', username.events),
  }

  const submit = handleSubmit(async (values) => {
    if (!(await username.isAccepted(values.username, true))) return
    setStale(false)
    try {
      await mutateAsync(values)
      reset(values, { keepDirtyValues: false })
      notify.success(messages.profileUpdated)
    } catch (error) {
      if (!(error instanceof DataError)) return
      // Someone else took the name between the lookup and saving.
      if (error.code === 'taken') username.refuse()
      if (error.code === 'changed') {
        await onStale()
        setStale(true)
      }
    }
  }, username.keepMistake)

  return (
    <form onSubmit={submit} noValidate className="grid max-w-[420px] content-start gap-[18px]">
      <FormField label={common.fullName} error={errors.fullName?.message}>
        {(wiring) => <Input {...wiring} {...fields.fullName} readOnly={isSubmitting} autoComplete="name" />}
      </FormField>
      <UsernameField
        {...fields.username}
        readOnly={isSubmitting}
        check={username}
        typed={watch('username')}
        error={errors.username?.message}
      />
      {stale && <FormAlert>{messages.profileConflict}</FormAlert>}
      <Button type="submit" size="lg" busy={isSubmitting} className="justify-self-start">
        {isSubmitting ? messages.updating : messages.updateProfile}
      </Button>
      {isDirty && !isSubmitting && <UnsavedChanges />}
    </form>
  )
}

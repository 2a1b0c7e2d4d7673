import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { useUsernameCheck } from '~/components/use-username-check'
import { UsernameField } from '~/components/username-field'
import { DataError } from '~/lib/data-error'
import { notify } from '~/lib/notify'
import { type Profile, type ProfileValues, profileSchema } from './profile-data'

type ProfileFormProps = { profile: Profile; onSave: (values: ProfileValues) => Promise<void> }

/** Full name and username of the person. What they typed stays when saving fails. */
export function ProfileForm({ profile, onSave }: ProfileFormProps) {
  const check = useUsernameCheck(profile.username)
  const { register, handleSubmit, setError, clearErrors, watch, formState } = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: { fullName: profile.full_name, username: profile.username },
  })
  const { errors, isSubmitting } = formState
  const fields = {
    fullName: register('fullName'),
    username: register('username', {
      onChange: () => clearErrors('username'),
      onBlur: ({ target }: { target: HTMLInputElement }) => checkUsername(target.value, false),
    }),
  }

  async function checkUsername(value: string, shouldFocus: boolean): Promise<boolean> {
    const mistake = await check.check(value)
    if (mistake) setError('username', { type: 'check', message: mistake }, { shouldFocus })
    return mistake === null
  }

  const submit = handleSubmit(async (values) => {
    if (!(await checkUsername(values.username, true))) return
    try {
      await onSave(values)
      notify.success('Profile updated successfully')
    } catch (error) {
      // Someone else took the name between the lookup and the saving.
      if (error instanceof DataError && error.code === '23505') {
        setError('username', { type: 'check', message: 'Username is already taken' }, { shouldFocus: true })
      }
      notify.error('Failed to update profile')
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid max-w-[420px] gap-[18px]">
      <FormField label="Full Name" error={errors.fullName?.message}>
        {(wiring) => <Input {...wiring} {...fields.fullName} autoComplete="name" />}
      </FormField>
      <UsernameField
        {...fields.username}
        check={check}
        typed={watch('username')}
        error={errors.username?.message}
      />
      <Button type="submit" size="lg" busy={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Updating...' : 'Update Profile'}
      </Button>
    </form>
  )
}

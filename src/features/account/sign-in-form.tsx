import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { PasswordField } from '~/components/password-field'
import { Input } from '~/components/ui/input'
import { loadAuthClient } from '~/lib/auth-client'
import { errorMessage } from '~/lib/error-message'
import { notify } from '~/lib/notify'
import { isUnverified, signIn } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type SignInValues, signInSchema } from './account-schemas'
import { ResendVerification } from './resend-verification'

type Refusal = { message: string; unverified: string | null }

/** Email and password. The page it stands on leads the person on once they are signed in. */
export function SignInForm({ email }: { email?: string | undefined }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // No default values: what was typed or filled in before the page came alive stays.
  const { register, handleSubmit, formState } = useForm<SignInValues>({ resolver: zodResolver(signInSchema) })
  const { errors, isSubmitting } = formState
  // In the order of the page: the first of them with a mistake gets the focus.
  const fields = { email: register('email'), password: register('password') }

  const submit = handleSubmit(async (values) => {
    setRefusal(null)
    try {
      await signIn(await loadAuthClient(), values)
      notify.success('Successfully signed in!')
    } catch (error) {
      const message = errorMessage(error)
      setRefusal({ message, unverified: isUnverified(error) ? values.email : null })
      notify.error(message)
    }
  })

  return (
    <AccountForm onSubmit={submit}>
      <FormField label="Email" error={errors.email?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...fields.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            defaultValue={email}
          />
        )}
      </FormField>
      <PasswordField
        label="Password"
        error={errors.password?.message}
        autoComplete="current-password"
        {...fields.password}
      />
      <Link to="/forgot-password" className="link justify-self-start text-sm">
        Forgot your password?
      </Link>
      {refusal && (
        <FormAlert>
          <p>{refusal.message}</p>
          {refusal.unverified && (
            <div className="mt-2 grid gap-2.5">
              <p className="text-ink-soft">
                Open the link in the mail we sent to {refusal.unverified} first, then sign in.
              </p>
              <ResendVerification key={refusal.unverified} email={refusal.unverified} />
            </div>
          )}
        </FormAlert>
      )}
      <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Signing in...' : 'Sign In'}</SubmitButton>
    </AccountForm>
  )
}

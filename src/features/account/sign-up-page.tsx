import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { AccountCard } from '~/components/account-card'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { PasswordField } from '~/components/password-field'
import { buttonClass } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { UsernameField, useUsernameCheck } from '~/components/username-field'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { isUsernameTaken, markRefused, signUpMutation } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type SignUpValues, signUpSchema } from './account-schemas'
import { rememberSignUp } from './own-sign-up'
import { useLocationState } from './use-location-state'
import { useRedirectSignedIn } from './use-redirect-signed-in'

/** Section 2, Registration, if the site's policy allows it. */
export function SignUpPage() {
  const { from, next } = useLocationState()
  const site = useSite()
  const { signUp, signUpText } = site
  useRedirectSignedIn(next)
  const footer = (
    <>
      {messages.alreadyHaveAnAccount}{' '}
      <Link to="/login" state={{ from, next }} className="link">
        {common.signIn}
      </Link>
    </>
  )
  if (signUp === 'closed')
    return (
      <AccountCard title={messages.signUpIsClosed} footer={footer}>
        <OwnText>{signUpText ?? messages.noNewAccounts}</OwnText>
        <Link to="/" className={buttonClass({ size: 'lg', className: 'w-full' })}>
          {common.browseItems(site)}
        </Link>
      </AccountCard>
    )
  return (
    <AccountCard
      title={messages.createAnAccount}
      subtitle={messages.joinToDiscoverAndSave(site)}
      footer={footer}
    >
      <OwnText>{signUpText ?? messages.recommendTheToolsYouUse(site)}</OwnText>
      {signUp === 'invited' && (
        <FormAlert className="mb-6" tone="note">
          {messages.byInvitation}
        </FormAlert>
      )}
      <SignUpForm next={next} />
      <p className="mt-5 text-[13px] text-ink-faint">
        {messages.signUpConsent}{' '}
        <Link to="/terms" className="link">
          {common.terms}
        </Link>{' '}
        {messages.andThe}{' '}
        <Link to="/privacy" className="link">
          {common.privacyPolicy}
        </Link>
        .
      </p>
    </AccountCard>
  )
}

/** The owner's text about joining. */
function OwnText({ children }: { children: string }) {
  return (
    <p dir="auto" className="-mt-6 mb-6 whitespace-pre-line text-ink-soft">
      {children}
    </p>
  )
}

/** Full name, username, email and password; leads to /verify-email once the account exists. */
function SignUpForm({ next }: { next: string | undefined }) {
  const navigate = useNavigate()
  const { mutateAsync, error } = useMutation({
    ...signUpMutation,
    onSuccess: (id) => {
      if (id) rememberSignUp(id)
      notify.success(messages.signUpSuccessful)
    },
  })
  // No default values: what was typed or filled in before hydration stays.
  const form = useForm<SignUpValues>({ resolver: zodResolver(signUpSchema) })
  const { register, handleSubmit, getValues, setError, clearErrors, formState } = form
  const { errors, isSubmitting } = formState
  const username = useUsernameCheck({
    typed: () => getValues('username'),
    show: (message, shouldFocus) => setError('username', { type: 'check', message }, { shouldFocus }),
    clear: () => clearErrors('username'),
  })
  // In the order of the page: the first field with an error gets the focus.
  const fields = {
    fullName: register('fullName'),
    username: register('username', username.events),
    email: register('email'),
    password: register('password'),
  }

  const submit = handleSubmit(async (values) => {
    if (!(await username.isAccepted(values.username, true))) return
    await mutateAsync({ ...values, next }).then(
      () => navigate({ to: '/verify-email', state: { email: values.email, next } }),
      // Taken since the lookup, or by a pending sign-up, which the lookup does not show.
      (refusal: unknown) => {
        if (isUsernameTaken(refusal)) username.refuse()
      },
    )
  }, username.keepMistake)

  return (
    <AccountForm
      onSubmit={submit}
      submit={
        <SubmitButton busy={isSubmitting}>
          {isSubmitting ? messages.creatingAccount : common.signUp}
        </SubmitButton>
      }
    >
      <FormField label={common.fullName} error={errors.fullName?.message}>
        {(wiring) => <Input {...wiring} {...fields.fullName} autoComplete="name" />}
      </FormField>
      <UsernameField
        {...fields.username}
        check={username}
        typed={form.watch('username')}
        error={errors.username?.message}
      />
      <FormField label={common.email} error={errors.email?.message ?? markRefused(error, 'email')}>
        {(wiring) => (
          <Input {...wiring} {...fields.email} type="email" autoComplete="email" autoCapitalize="none" />
        )}
      </FormField>
      <PasswordField
        label={messages.password}
        hint={messages.atLeast6Characters}
        error={errors.password?.message ?? markRefused(error, 'password')}
        autoComplete="new-password"
        {...fields.password}
      />
    </AccountForm>
  )
}

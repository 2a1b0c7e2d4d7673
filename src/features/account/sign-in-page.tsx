import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { AccountCard } from '~/components/account-card'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { PasswordField } from '~/components/password-field'
import { Input } from '~/components/ui/input'
import { notify } from '~/lib/notify'
import { accountMessage, markRefused, refusalCode, signInMutation } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type SignInValues, signInSchema } from './account-schemas'
import { safeNextPath } from './next-path'
import { ResendVerification } from './resend-verification'
import { SuspendedAccount } from './suspended-account'
import { useLocationState } from './use-location-state'
import { useRedirectSignedIn } from './use-redirect-signed-in'

const NOTICES = { verified: messages.emailIsVerified, reset: messages.passwordChangedSignIn }

type Suspended = Pick<ComponentProps<typeof SuspendedAccount>, 'credentials' | 'message'>

/** Section 2, Sign in. */
export function SignInPage() {
  const { email, from, next, notice } = useLocationState()
  const [suspended, setSuspended] = useState<Suspended | null>(null)
  useRedirectSignedIn(next)
  if (suspended) return <SuspendedAccount {...suspended} onLeave={() => setSuspended(null)} />
  return (
    <AccountCard
      title={messages.welcomeBack}
      subtitle={messages.signInToYourAccount}
      footer={
        <>
          {messages.dontHaveAnAccount}{' '}
          <Link to="/register" state={{ from, next }} className="link">
            {common.signUp}
          </Link>
        </>
      }
    >
      {notice && (
        <FormAlert className="mb-5" tone="good">
          {NOTICES[notice]}
        </FormAlert>
      )}
      <SignInForm key={email} email={email} from={from} onSuspended={setSuspended} />
    </AccountCard>
  )
}

type Props = {
  email?: string | undefined
  /** The previous page, which can be restored after signing in. */
  from?: string | undefined
  /** The password is right, but the member is suspended. */
  onSuspended: (refusal: Suspended) => void
}

/** Email and password. The surrounding page redirects home once the person is signed in. */
function SignInForm({ email, from, onSuspended }: Props) {
  const router = useRouter()
  const { mutate, isPending, error, variables } = useMutation({
    ...signInMutation,
    // `from` of this attempt: signed-in members are redirected home before this is called.
    onSuccess: (_, attempt) =>
      notify.success(messages.successfullySignedIn, attempt.from ? wayBack(attempt.from) : undefined),
  })
  // No default values: what was typed or filled in before hydration stays.
  const { register, handleSubmit, formState } = useForm<SignInValues>({ resolver: zodResolver(signInSchema) })
  const { errors } = formState
  // In the order of the page: the first field with an error gets the focus.
  const fields = { email: register('email'), password: register('password') }

  const send = (credentials: SignInValues) =>
    mutate(
      { ...credentials, from },
      {
        onError: (refusal) => {
          if (refusalCode(refusal) === 'user_banned')
            onSuspended({ credentials, message: accountMessage(refusal) })
        },
      },
    )
  const wayBack = (to: string) => ({
    label: messages.takeMeBack,
    run: () => void router.navigate({ href: safeNextPath(to) }),
  })

  return (
    <AccountForm
      onSubmit={handleSubmit(send)}
      help={refusalCode(error) === 'email_not_confirmed' && <Unconfirmed email={variables?.email ?? ''} />}
      submit={<SubmitButton busy={isPending}>{isPending ? messages.signingIn : common.signIn}</SubmitButton>}
    >
      <FormField label={common.email} error={errors.email?.message ?? markRefused(error, 'email')}>
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
        label={messages.password}
        error={errors.password?.message ?? markRefused(error, 'password')}
        autoComplete="current-password"
        {...fields.password}
      />
      <Link to="/forgot-password" className="link target justify-self-start text-sm">
        {messages.forgotYourPassword}
      </Link>
    </AccountForm>
  )
}

/** What to do about an address that is not verified. */
function Unconfirmed({ email }: { email: string }) {
  return (
    <div className="grid gap-2.5">
      <p>{messages.openLinkFirst({ email })}</p>
      <ResendVerification key={email} email={email} />
    </div>
  )
}

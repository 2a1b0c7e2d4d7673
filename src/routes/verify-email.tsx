import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '~/features/account/verify-email-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/verify-email')({
  head: () =>
    pageHead({
      title: `Check your email - ${getEnvironment().productName}`,
      description: 'Open the link in our email to verify your account.',
      path: '/verify-email',
      index: false,
    }),
  component: VerifyEmailPage,
})

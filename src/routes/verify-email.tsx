import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '~/features/account/verify-email-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/verify-email')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Check your email - ${context.site.name}`,
      description: 'Open the link in our email to verify your account.',
      path: '/verify-email',
      index: false,
    }),
  component: VerifyEmailPage,
})

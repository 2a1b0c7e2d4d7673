import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '~/features/account/verify-email-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/verify-email')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.verifyEmail(context.site.name),
      path: '/verify-email',
      index: false,
    }),
  component: VerifyEmailPage,
})

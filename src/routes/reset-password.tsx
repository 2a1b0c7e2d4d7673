import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/reset-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.resetPassword(context.site.name),
      path: '/reset-password',
      index: false,
    }),
  component: ResetPasswordPage,
})

import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/reset-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.resetPassword,
      path: '/reset-password',
      index: false,
    }),
  component: ResetPasswordPage,
})

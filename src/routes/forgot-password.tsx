import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '~/features/account/forgot-password-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/forgot-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.forgotPassword(context.site.name),
      path: '/forgot-password',
      index: false,
    }),
  component: ForgotPasswordPage,
})

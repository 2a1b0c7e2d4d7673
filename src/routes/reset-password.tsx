import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/reset-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Set New Password - ${context.site.name}`,
      description: 'Set a new password for your account.',
      path: '/reset-password',
      index: false,
    }),
  component: ResetPasswordPage,
})

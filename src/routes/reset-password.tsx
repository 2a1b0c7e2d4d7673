import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/reset-password')({
  head: () =>
    pageHead({
      title: `Set New Password - ${getEnvironment().productName}`,
      description: 'Set a new password for your account.',
      path: '/reset-password',
      index: false,
    }),
  component: ResetPasswordPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '~/features/account/forgot-password-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/forgot-password')({
  head: () =>
    pageHead({
      title: `Reset Password - ${getEnvironment().productName}`,
      description: 'Ask for a link to set a new password.',
      path: '/forgot-password',
      index: false,
    }),
  component: ForgotPasswordPage,
})

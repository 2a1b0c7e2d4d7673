import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '~/features/account/forgot-password-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/forgot-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Reset Password - ${context.site.name}`,
      description: 'Ask for a link to set a new password.',
      path: '/forgot-password',
      index: false,
    }),
  component: ForgotPasswordPage,
})

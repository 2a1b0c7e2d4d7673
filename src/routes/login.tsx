import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '~/features/account/sign-in-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  head: () =>
    pageHead({
      title: `Sign In - ${getEnvironment().productName}`,
      description: 'Sign in to recommend the AI tools you use.',
      path: '/login',
    }),
  component: SignInPage,
})

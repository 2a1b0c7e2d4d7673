import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '~/features/account/sign-up-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/register')({
  head: () =>
    pageHead({
      title: `Sign Up - ${getEnvironment().productName}`,
      description: 'Create an account to recommend the AI tools you use, in your own words.',
      path: '/register',
    }),
  component: SignUpPage,
})

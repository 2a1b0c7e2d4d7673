import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '~/features/account/sign-up-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/register')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Sign Up - ${context.site.name}`,
      description: 'Create an account to recommend the AI tools you use, in your own words.',
      path: '/register',
    }),
  component: SignUpPage,
})

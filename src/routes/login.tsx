import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '~/features/account/sign-in-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Sign In - ${context.site.name}`,
      description: 'Sign in to recommend the AI tools you use.',
      path: '/login',
    }),
  component: SignInPage,
})

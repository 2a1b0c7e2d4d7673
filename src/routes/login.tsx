import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '~/features/account/sign-in-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/login')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.signIn(context.site),
      path: '/login',
    }),
  component: SignInPage,
})

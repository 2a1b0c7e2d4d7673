import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { SignInPage } from '~/features/account/sign-in-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.signIn,
      path: '/login',
    }),
  component: SignInPage,
})

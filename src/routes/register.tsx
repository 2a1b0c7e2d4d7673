import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { SignUpPage } from '~/features/account/sign-up-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/register')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.signUp,
      path: '/register',
    }),
  component: SignUpPage,
})

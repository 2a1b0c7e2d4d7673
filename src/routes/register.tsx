import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '~/features/account/sign-up-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/register')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.signUp(context.site),
      path: '/register',
    }),
  component: SignUpPage,
})

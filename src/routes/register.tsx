import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/account-heads.js'
import { accountPage } from '~/features/account/account-head'
import { SignUpPage } from '~/features/account/sign-up-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/register')({
  loader: ({ context: { site } }) => accountPage(site, heads.signUp, '/register'),
  head: loadedHead,
  component: SignUpPage,
})

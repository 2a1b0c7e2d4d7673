import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/account-heads.js'
import { accountPage } from '~/features/account/account-head'
import { SignInPage } from '~/features/account/sign-in-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  loader: ({ context: { site } }) => accountPage(site, heads.signIn, '/login'),
  head: loadedHead,
  component: SignInPage,
})

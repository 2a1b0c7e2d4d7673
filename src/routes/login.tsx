import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { SignInPage } from '~/features/account/sign-in-page'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  loader: ({ context: { site } }) => loadedPage(site, heads.signIn, '/login'),
  head: loadedHead,
  component: SignInPage,
})

import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { SignUpPage } from '~/features/account/sign-up-page'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/register')({
  loader: ({ context: { site } }) => loadedPage(site, heads.signUp, '/register'),
  head: loadedHead,
  component: SignUpPage,
})

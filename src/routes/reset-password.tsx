import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/account-heads.js'
import { accountPage } from '~/features/account/account-head'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/reset-password')({
  loader: ({ context: { site } }) => accountPage(site, heads.resetPassword, '/reset-password', false),
  head: loadedHead,
  component: ResetPasswordPage,
})

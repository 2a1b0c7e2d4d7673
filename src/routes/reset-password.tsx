import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { ResetPasswordPage } from '~/features/account/reset-password-page'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/reset-password')({
  loader: ({ context: { site } }) => loadedPage(site, heads.resetPassword, '/reset-password', false),
  head: loadedHead,
  component: ResetPasswordPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { readConfirmSearch } from '~/features/account/account-search'
import { ConfirmPage } from '~/features/account/confirm-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/auth/confirm')({
  validateSearch: readConfirmSearch,
  head: () =>
    pageHead({
      title: `Checking your link - ${getEnvironment().productName}`,
      description: 'Where the links in our mails lead.',
      path: '/auth/confirm',
      index: false,
    }),
  component: Confirm,
})

function Confirm() {
  const { token_hash: tokenHash, type = 'signup', next, status } = Route.useSearch()
  return <ConfirmPage type={type} status={status} link={tokenHash ? { tokenHash, type, next } : null} />
}

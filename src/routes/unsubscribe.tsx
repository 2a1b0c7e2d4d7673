import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { UnsubscribePage } from '~/features/notices/unsubscribe-page'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/unsubscribe')({
  loader: ({ context: { site } }) => loadedPage(site, heads.unsubscribe, '/unsubscribe', false),
  head: loadedHead,
  component: Unsubscribe,
})

function Unsubscribe() {
  const search: Record<string, unknown> = Route.useSearch()
  return <UnsubscribePage member={String(search.member ?? '')} token={String(search.token ?? '')} />
}

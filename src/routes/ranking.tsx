import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { missingHead, pageHead } from '~/lib/seo'

/** How lists are ordered. */
export const Route = createFileRoute('/ranking')({
  loader: ({ context: { queryClient, site } }) => loadDocument('ranking', queryClient, site),
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, { ...loaderData, path: '/ranking' })
      : missingHead(match.context.site, heads.pageNotFound, match),
  component: () => <LegalPage name="ranking" />,
})

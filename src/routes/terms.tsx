import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { missingHead, pageHead } from '~/lib/seo'

export const Route = createFileRoute('/terms')({
  loader: ({ context: { queryClient, site } }) => loadDocument('terms', queryClient, site),
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, { ...loaderData, path: '/terms' })
      : missingHead(match.context.site, heads.pageNotFound, match),
  component: () => <LegalPage name="terms" />,
})

import { createFileRoute } from '@tanstack/react-router'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { documentHead } from '~/lib/seo'

/** How lists are ordered. */
export const Route = createFileRoute('/ranking')({
  loader: ({ context: { queryClient, site } }) => loadDocument('ranking', queryClient, site),
  head: documentHead,
  component: () => <LegalPage name="ranking" />,
})

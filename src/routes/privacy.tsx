import { createFileRoute } from '@tanstack/react-router'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { documentHead } from '~/lib/seo'

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { queryClient, site } }) => loadDocument('privacy', queryClient, site),
  head: documentHead,
  component: () => <LegalPage name="privacy" />,
})

import { createFileRoute } from '@tanstack/react-router'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { documentHead } from '~/lib/seo'

/** The owner's about page; not found if they wrote none. */
export const Route = createFileRoute('/about')({
  loader: ({ context: { queryClient, site } }) => loadDocument('about', queryClient, site),
  head: documentHead,
  component: () => <LegalPage name="about" />,
})

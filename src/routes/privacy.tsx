import { createFileRoute } from '@tanstack/react-router'
import { documentQuery } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/privacy')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Privacy Policy - ${context.site.name}`,
      description: `What ${context.site.name} keeps about you, why, what is public, and how to have it corrected or deleted.`,
      path: '/privacy',
    }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(documentQuery('privacy')),
  component: () => <LegalPage name="privacy" />,
})

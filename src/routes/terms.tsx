import { createFileRoute } from '@tanstack/react-router'
import { documentQuery } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/terms')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Terms & Conditions - ${context.site.name}`,
      description: `The terms for using ${context.site.name}: who may join, what recommendations are, and how they are moderated.`,
      path: '/terms',
    }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(documentQuery('terms')),
  component: () => <LegalPage name="terms" />,
})

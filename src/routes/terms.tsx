import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '~/features/legal/terms-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/terms')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Terms & Conditions - ${context.site.name}`,
      description: `The terms for using ${context.site.name}: who may join, what recommendations are, and how they are moderated.`,
      path: '/terms',
    }),
  component: TermsPage,
})

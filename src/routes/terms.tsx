import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '~/features/legal/terms-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/terms')({
  head: () => {
    const { productName } = getEnvironment()
    return pageHead({
      title: `Terms & Conditions - ${productName}`,
      description: `The terms for using ${productName}: who may join, what recommendations are, and how they are moderated.`,
      path: '/terms',
    })
  },
  component: TermsPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '~/features/legal/privacy-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/privacy')({
  head: () => {
    const { productName } = getEnvironment()
    return pageHead({
      title: `Privacy Policy - ${productName}`,
      description: `What ${productName} keeps about you, why, what is public, and how to have it corrected or deleted.`,
      path: '/privacy',
    })
  },
  component: PrivacyPage,
})

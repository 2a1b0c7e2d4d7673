import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '~/features/legal/privacy-page'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/privacy')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      title: `Privacy Policy - ${context.site.name}`,
      description: `What ${context.site.name} keeps about you, why, what is public, and how to have it corrected or deleted.`,
      path: '/privacy',
    }),
  component: PrivacyPage,
})

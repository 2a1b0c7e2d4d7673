import { createFileRoute } from '@tanstack/react-router'
import { documentQuery } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { missingHead, pageHead } from '~/lib/seo'
import { aboutTitle } from '~/messages/en/documents'

/** What the owner wrote about the site; where they wrote nothing there is no such page. */
export const Route = createFileRoute('/about')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(documentQuery('about')),
  head: ({ match: { context } }) =>
    context.site.hasAbout
      ? pageHead(context.site, {
          title: aboutTitle(context.site.name),
          description: context.site.tagline,
          path: '/about',
        })
      : missingHead('Page not found'),
  component: () => <LegalPage name="about" />,
})

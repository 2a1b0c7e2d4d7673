import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { loadDocument } from '~/features/legal/documents-data'
import { LegalPage } from '~/features/legal/legal-page'
import { missingHead, pageHead } from '~/lib/seo'

/** The owner's about page; not found if they wrote none. */
export const Route = createFileRoute('/about')({
  loader: ({ context: { queryClient, site } }) => loadDocument('about', queryClient, site),
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, { ...loaderData, path: '/about' })
      : missingHead(match.context.site, heads.pageNotFound, match),
  component: () => <LegalPage name="about" />,
})

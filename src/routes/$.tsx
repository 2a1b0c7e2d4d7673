import { createFileRoute, notFound } from '@tanstack/react-router'
import { missingHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

/** Every URL that no other route matches. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ match: { context } }) => missingHead(context.site, heads.pageNotFound),
})

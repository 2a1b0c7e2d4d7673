import { createFileRoute, notFound } from '@tanstack/react-router'
import { missingHead } from '~/lib/seo'

/** Every address no other route knows. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: () => missingHead('Page not found'),
})

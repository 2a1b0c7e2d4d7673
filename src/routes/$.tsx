import { createFileRoute, notFound } from '@tanstack/react-router'
import { missingHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

/** Every address no other route knows. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: () => missingHead(heads.pageNotFound),
})

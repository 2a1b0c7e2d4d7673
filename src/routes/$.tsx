import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'

/**
 * Every URL that no other route matches. The root's not-found page answers, which contains nothing of the URL: the
 * server renders it once for all of them.
 */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound({ routeId: rootRouteId })
  },
})

import { queryOptions } from '@tanstack/react-query'
import { rootRouteId, useRouteContext } from '@tanstack/react-router'

/** The site's settings. They come with every page and do not change until the next load: see routes/__root.tsx. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await import('./site-reads-data')).readSite(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The site's settings, for a component. */
export const useSite = () => useRouteContext({ from: rootRouteId }).site

/** The link of a contact, which is a URL or a mail address. */
export const contactAddress = (contact: string) => (contact.includes('://') ? contact : `mailto:${contact}`)

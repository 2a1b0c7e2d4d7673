import { queryOptions } from '@tanstack/react-query'

/** Section 9 of the specification fixes the date of both. */
const DEFAULT_DATE = '2025-04-18'

const DEFAULTS = {
  terms: () => import('~/messages/en/terms.md?raw'),
  privacy: () => import('~/messages/en/privacy.md?raw'),
}

/** A document of the site, as it is shown, and the day it was last changed. */
export const documentQuery = (name: keyof typeof DEFAULTS) =>
  queryOptions({
    queryKey: ['site', 'document', name],
    queryFn: async () => {
      const [{ readDocument }, text] = await Promise.all([import('./read-document'), DEFAULTS[name]()])
      return { document: readDocument(text.default), changedOn: DEFAULT_DATE }
    },
  })

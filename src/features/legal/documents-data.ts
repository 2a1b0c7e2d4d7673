import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { aboutTitle, privacyHead, rankingHead, termsHead, weights } from '#messages/documents.js'
import { type Site, VOTE_WEIGHTS } from '#shared/site.ts'
import type { Db } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { siteQuery } from '~/lib/site-data'
import { askSettings } from '~/lib/site-reads-data'
import { textOf } from '~/lib/texts'

/** Section 9 of the specification sets the date of both default documents. */
const DEFAULT_DATE = '2025-04-18'

const DEFAULTS = {
  terms: () => import('#texts/terms.md?raw'),
  privacy: () => import('#texts/privacy.md?raw'),
  ranking: () => import('#texts/ranking.md?raw'),
  about: () => {
    throw notFound()
  },
}

type DocumentName = keyof typeof DEFAULTS

/** The owner's text and date; null where there is none. */
async function getOwn(db: Db, name: DocumentName, signal: AbortSignal) {
  const settings = askSettings(db).abortSignal(signal)
  switch (name) {
    case 'terms': {
      const ask = settings.select('terms,terms_date,moderation_log').single()
      const data = await dataOf(ask, 'unknown', signal)
      return { text: data.terms, changedOn: data.terms_date, ...logOf(data) }
    }
    case 'privacy': {
      const ask = settings.select('privacy,privacy_date,moderation_log').single()
      const data = await dataOf(ask, 'unknown', signal)
      return { text: data.privacy, changedOn: data.privacy_date, ...logOf(data) }
    }
    case 'ranking': {
      const data = await dataOf(settings.select('vote_weights').single(), 'unknown', signal)
      return {
        text: null,
        changedOn: null,
        weights: VOTE_WEIGHTS.find((each) => each === data.vote_weights),
      }
    }
    case 'about': {
      const data = await dataOf(settings.select('about,moderation_log').single(), 'unknown', signal)
      return { text: data.about, changedOn: null, ...logOf(data) }
    }
  }
}

const logOf = (settings: { moderation_log: string }) => ({
  hasModerationLog: settings.moderation_log === 'public',
})

/** Title and description for search engines; separate from the loaders, which the first load does not need. */
const HEADS = {
  terms: termsHead,
  privacy: privacyHead,
  ranking: rankingHead,
  about: { title: aboutTitle, description: ({ tagline }: Site) => tagline },
}

/** A document of the site, parsed. Not found if there is none. */
export const documentQuery = (name: DocumentName) =>
  queryOptions({
    queryKey: [...siteQuery.queryKey, name],
    queryFn: async ({ signal }) => {
      const own = await getOwn(await loadDb('unknown'), name, signal)
      const { readDocument } = await import('./read-document')
      const { default: text } = own.text === null ? await DEFAULTS[name]() : { default: own.text }
      const read = { document: readDocument(text), isOwn: own.text !== null }
      if ('weights' in own)
        return {
          ...read,
          changedOn: null,
          weights: weights[own.weights ?? 'normal'],
          hasModerationLog: false,
        }
      const changedOn = own.changedOn ?? (read.isOwn ? null : DEFAULT_DATE)
      return { ...read, changedOn, weights: null, hasModerationLog: own.hasModerationLog }
    },
  })

/** Loads a document for its page and returns the page's head. */
export async function loadDocument(name: DocumentName, queryClient: QueryClient, site: Site) {
  await queryClient.ensureQueryData(documentQuery(name))
  return {
    title: textOf(HEADS[name].title, site),
    description: textOf(HEADS[name].description, site),
    path: `/${name}`,
  }
}

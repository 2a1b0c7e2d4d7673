import { code } from '#messages/language.js'
import type { SiteTexts } from '#shared/site.ts'
import { getEnvironment } from '~/lib/environment'

/** A language of the site, with what stands where the owner wrote nothing in it. */
export type SiteLanguage = { code: string; name: string; texts: SiteTexts }

/** A page has the texts of its own language; those of the others are loaded for this form, and only where there are others. */
const WORDS = import.meta.glob<Pick<SiteTexts, 'words' | 'withTopic'>>('/dist/messages/*/words.js')
const TEXTS = import.meta.glob<Omit<SiteTexts, 'code' | 'words' | 'withTopic'>>(
  '/dist/messages/*/site-rules.js',
)
const DRAFTS = import.meta.glob<string>('/languages/*/{terms,privacy}.md', {
  query: '?raw',
  import: 'default',
})

async function load<Value>(from: Record<string, () => Promise<Value>>, file: string): Promise<Value> {
  const found = await from[file]?.()
  if (found === undefined) throw new Error(`There is no ${file}`)
  return found
}

/** The languages of the site, the first one first; none if there is only one. */
export const loadLanguages = (): Promise<SiteLanguage[]> =>
  Promise.all(
    (getEnvironment().languages ?? []).map(async ({ code, name }) => {
      const [words, texts] = await Promise.all([
        load(WORDS, `/dist/messages/${code}/words.js`),
        load(TEXTS, `/dist/messages/${code}/site-rules.js`),
      ])
      return { code, name, texts: { ...texts, ...words, code } }
    }),
  )

/** The draft of a document in a language, or in the first one. */
export const loadDraft = (document: 'terms' | 'privacy', language: SiteLanguage | undefined) =>
  load(DRAFTS, `/languages/${(language ?? getEnvironment().languages?.[0])?.code ?? code}/${document}.md`)

/** As its language calls itself; the code of one that the site has no more. */
export const languageName = (language: string) =>
  getEnvironment().languages?.find(({ code }) => code === language)?.name ?? language

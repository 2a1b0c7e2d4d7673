import path from 'node:path'
import type * as LanguageTexts from '#messages/language.js'
import type * as MailTexts from '#messages/mails.js'
import type * as NoticeTexts from '#messages/notices.js'
import type * as ServerTexts from '#messages/server.js'
import type * as SiteRules from '#messages/site-rules.js'
import type * as WordTexts from '#messages/words.js'
import type { SiteTexts } from '#shared/site.ts'

/** A language of the site. The first is at /, another one below /<code>. */
export interface Language extends SiteTexts {
  /** As the language calls itself. */
  name: string
  /** Of its URLs: empty for the first one. */
  prefix: string
  /** What the server writes itself: feeds, previews, the manifest. */
  server: typeof ServerTexts
  mails: typeof MailTexts
  notices: typeof NoticeTexts
  direction: string
}

const COMPILED = path.join(import.meta.dirname, '../../dist/messages')

/** Loads the texts of LANGUAGES, in its order. */
export function loadLanguages(codes: readonly string[]): Promise<Language[]> {
  return Promise.all(
    codes.map(async (code, place) => {
      const room = (name: string) => import(path.join(COMPILED, code, `${name}.js`))
      const rules: typeof SiteRules = await room('site-rules')
      const words: typeof WordTexts = await room('words')
      const language: typeof LanguageTexts = await room('language')
      const server: typeof ServerTexts = await room('server')
      const mails: typeof MailTexts = await room('mails')
      const notices: typeof NoticeTexts = await room('notices')
      return {
        ...rules,
        ...language,
        ...words,
        server,
        mails,
        notices,
        prefix: place === 0 ? '' : `/${code}`,
      }
    }),
  )
}

/** The language of a path, and the path without its prefix. */
export function languageOf<T extends Pick<Language, 'prefix'>>(
  languages: readonly T[],
  pathname: string,
): [T, string] {
  const [first, ...others] = languages
  for (const other of others)
    if (pathname === other.prefix || pathname.startsWith(`${other.prefix}/`))
      return [other, pathname.slice(other.prefix.length) || '/']
  if (!first) throw new Error('A site has at least one language')
  return [first, pathname]
}

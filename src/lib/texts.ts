import { code, direction } from '#messages/language.js'
import type { Site } from '#shared/site.ts'

/** A text that may be made from the words of the site. */
export type Text<From = Site> = string | ((site: From) => string)

export const textOf = <From>(text: Text<From>, site: From) => (typeof text === 'function' ? text(site) : text)

/** The direction of the page, for parts that would run from left to right by default. */
export const DIRECTION = direction === 'rtl' ? 'rtl' : 'ltr'

/** A label within a sentence: English writes it small, other languages keep their capitals. */
export const inSentence = (label: string) => (code === 'en' ? label.toLowerCase() : label)

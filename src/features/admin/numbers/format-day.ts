import { locale } from '#messages/language.js'

const SHORT = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** '12 Nov', of an ISO date. */
export const formatShortDay = (iso: string): string => SHORT.format(new Date(iso))

/** '12 November 2026' */
export const dayOf = (iso: string): string => LONG.format(new Date(iso))

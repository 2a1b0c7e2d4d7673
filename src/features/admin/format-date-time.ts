import { locale } from '#messages/language.js'

const DATE_TIME = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })

/** '12 November 2026 at 09:41' for an ISO timestamp, in the reader's time zone. */
export const formatDateTime = (iso: string): string => DATE_TIME.format(new Date(iso))

import { formatDistanceToNow } from 'date-fns'
import { locale } from '#messages/date-locale.js'

/** '2 minutes ago', of an ISO timestamp. */
export const ago = (iso: string): string => formatDistanceToNow(iso, { addSuffix: true, locale })

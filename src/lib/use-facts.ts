import { factsOf } from '#shared/tool-fields.ts'
import { useSite } from './site-data'

/** What is known of a tool on this site, in order. */
export const useFacts = () => factsOf(useSite().facts)

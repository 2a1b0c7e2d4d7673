import type { LinkType } from './account-data'

/*
 * The search parameters of /auth/confirm, read without zod: what reads an address is part of every page's first
 * download.
 */

type ConfirmSearch = {
  next?: string | undefined
  token_hash?: string | undefined
  type?: LinkType | undefined
  /** What came of the plain form, for a browser without script. */
  status?: 'verified' | 'failed' | undefined
}

const LINK_TYPES: readonly LinkType[] = ['signup', 'email', 'recovery', 'magiclink']

/** /auth/confirm as the mails spell it. */
export function readConfirmSearch(search: Record<string, unknown>): ConfirmSearch {
  const { token_hash, type, status, next } = search
  return {
    next: typeof next === 'string' ? next : undefined,
    token_hash: typeof token_hash === 'string' ? token_hash : undefined,
    type: LINK_TYPES.find((known) => known === type),
    status: status === 'verified' || status === 'failed' ? status : undefined,
  }
}

import type { LinkType } from './account-data'

/*
 * The search parameters of the account pages, read without zod: what reads an address is part of every page's first
 * download.
 */

/** Why someone has been led to the sign-in page, when it is worth a word there. */
export type SignInNotice = 'verified' | 'reset'

type NextSearch = { next?: string | undefined }
type SignInSearch = NextSearch & { notice?: SignInNotice | undefined }
type ConfirmSearch = NextSearch & {
  token_hash?: string | undefined
  type?: LinkType | undefined
  /** What came of the plain form, for a browser without script. */
  status?: 'verified' | 'failed' | undefined
}

const LINK_TYPES: readonly LinkType[] = ['signup', 'email', 'recovery', 'magiclink']

/** /register: where to lead someone who is signed in already. */
export function readNextSearch({ next }: Record<string, unknown>): NextSearch {
  return { next: typeof next === 'string' ? next : undefined }
}

/** /login: where to lead afterwards, and why the person is here. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { notice } = search
  return {
    ...readNextSearch(search),
    notice: notice === 'verified' || notice === 'reset' ? notice : undefined,
  }
}

/** /auth/confirm as the mails spell it. */
export function readConfirmSearch(search: Record<string, unknown>): ConfirmSearch {
  const { token_hash, type, status } = search
  return {
    ...readNextSearch(search),
    token_hash: typeof token_hash === 'string' ? token_hash : undefined,
    type: LINK_TYPES.find((known) => known === type),
    status: status === 'verified' || status === 'failed' ? status : undefined,
  }
}

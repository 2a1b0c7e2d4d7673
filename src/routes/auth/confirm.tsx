import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { CONFIRM_OUTCOMES, keepsLink } from '#shared/confirm-outcomes.ts'
import type { LinkType } from '~/features/account/account-data'
import { ConfirmPage } from '~/features/account/confirm-page'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/auth/confirm')({
  validateSearch: readConfirmSearch,
  loader: ({ context: { site } }) => loadedPage(site, heads.confirmLink, '/auth/confirm', false),
  head: loadedHead,
  component: Confirm,
})

function Confirm() {
  const { token_hash: tokenHash, type = 'signup', next, status: said } = Route.useSearch()
  const status = CONFIRM_OUTCOMES.find((known) => known === said)
  const isUsed = status !== undefined && !keepsLink(status)
  const link = tokenHash && !isUsed ? { tokenHash, type, next } : null
  return <ConfirmPage type={type} next={next} status={status} link={link} />
}

/*
 * The search parameters of /auth/confirm, parsed without zod, because all routes' parsers are part of the first load.
 */

type ConfirmSearch = {
  next?: string | undefined
  token_hash?: string | undefined
  type?: LinkType | undefined
  /** The result of the form without scripts. */
  status?: string | undefined
}

const LINK_TYPES: readonly LinkType[] = ['signup', 'email', 'recovery', 'magiclink', 'email_change']

/** /auth/confirm as spelled in mails. */
function readConfirmSearch(search: Record<string, unknown>): ConfirmSearch {
  const { token_hash, type, status, next } = search
  return {
    next: typeof next === 'string' ? next : undefined,
    token_hash: typeof token_hash === 'string' ? token_hash : undefined,
    type: LINK_TYPES.find((known) => known === type),
    status: typeof status === 'string' ? status : undefined,
  }
}

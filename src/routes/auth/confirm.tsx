import { createFileRoute } from '@tanstack/react-router'
import type { LinkType } from '~/features/account/account-data'
import { ConfirmPage } from '~/features/account/confirm-page'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/auth/confirm')({
  validateSearch: readConfirmSearch,
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.confirmLink(context.site.name),
      path: '/auth/confirm',
      index: false,
    }),
  component: Confirm,
})

function Confirm() {
  const { token_hash: tokenHash, type = 'signup', next, status } = Route.useSearch()
  return <ConfirmPage type={type} status={status} link={tokenHash ? { tokenHash, type, next } : null} />
}

/*
 * The search parameters of /auth/confirm, parsed without zod, because all routes' parsers are part of the first load.
 */

type ConfirmSearch = {
  next?: string | undefined
  token_hash?: string | undefined
  type?: LinkType | undefined
  /** The result of the form without scripts. */
  status?: Status | undefined
}

type Status = (typeof STATUSES)[number]
const STATUSES = ['verified', 'half', 'changed', 'failed'] as const
const LINK_TYPES: readonly LinkType[] = ['signup', 'email', 'recovery', 'magiclink', 'email_change']

/** /auth/confirm as spelled in mails. */
function readConfirmSearch(search: Record<string, unknown>): ConfirmSearch {
  const { token_hash, type, status, next } = search
  return {
    next: typeof next === 'string' ? next : undefined,
    token_hash: typeof token_hash === 'string' ? token_hash : undefined,
    type: LINK_TYPES.find((known) => known === type),
    status: STATUSES.find((known) => known === status),
  }
}

import { Link } from '@tanstack/react-router'
import * as messages from '#messages/tool-page.js'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import type { ToolRow } from './tool-page-data'

/** Who sent a tool in, and what members may do about it. */
export function ToolContribute({ tool: { slug, tool_submitters: submitter } }: { tool: ToolRow }) {
  const site = useSite()
  const isOpen = site.submissions !== 'nobody'
  const isClaimable = site.claims !== 'nobody' && servesItsBackend()
  const username = submitter?.profiles.username
  if (!isOpen && !isClaimable && username === undefined) return null
  return (
    <p className="mt-10 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-faint in-[:has([data-skeleton=recommendation])]:hidden">
      {username !== undefined && <span>{messages.submittedBy({ username })}</span>}
      {isOpen && (
        <>
          <Link
            to="/suggest/$slug"
            params={{ slug }}
            rel="nofollow"
            className="link target pointer-coarse:py-3"
          >
            {messages.suggestAChange}
          </Link>
          <Link
            to="/suggest/$slug"
            params={{ slug }}
            search={{ about: 'problem' }}
            rel="nofollow"
            className="link target pointer-coarse:py-3"
          >
            {messages.reportAProblem}
          </Link>
        </>
      )}
      {isClaimable && (
        <Link to="/claim/$slug" params={{ slug }} rel="nofollow" className="link target pointer-coarse:py-3">
          {messages.isThisYours}
        </Link>
      )}
    </p>
  )
}

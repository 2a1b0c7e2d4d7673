import { Link } from '@tanstack/react-router'
import * as messages from '#messages/tool-page.js'
import { MemberLink } from '~/components/member-link'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import type { ToolRow } from './tool-page-data'

/** Who sent a tool in, and what members may do about it. */
export function ToolContribute({ tool: { slug, tool_submitters: submitter } }: { tool: ToolRow }) {
  const site = useSite()
  const isOpen = site.submissions !== 'nobody'
  const isClaimable = site.claims !== 'nobody' && servesItsBackend()
  const sender = submitter?.profiles
  if (!isOpen && !isClaimable && !sender) return null
  return (
    <p className="mt-10 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-faint in-[:has([data-skeleton=recommendation])]:hidden">
      {sender && (
        <span>
          <MemberLink
            username={sender.username}
            hasPage={sender.has_page}
            className="target pointer-coarse:py-3"
          >
            {messages.submittedBy(sender)}
          </MemberLink>
        </span>
      )}
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

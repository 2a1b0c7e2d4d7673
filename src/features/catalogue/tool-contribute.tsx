import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/tool-page.js'
import { MemberLink } from '~/components/member-link'
import { formatDay, formatMonth } from '~/lib/dates'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import type { ToolRow } from './tool-page-data'

type Props = { tool: ToolRow; isMaker: boolean; addToList: ReactNode; numbers: ReactNode }

/** Since when a tool is here, who sent it in, and what members may do about it. */
export function ToolContribute({ tool, isMaker, addToList, numbers }: Props) {
  const { slug, created_at, link_checks, tool_submitters: submitter } = tool
  const site = useSite()
  const isOpen = site.submissions !== 'nobody'
  const isClaimable = site.claims !== 'nobody' && servesItsBackend() && !isMaker
  const sender = submitter?.profiles
  const checkedIn = link_checks?.checked_in
  return (
    <div className="mt-10 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-faint in-[:has([data-skeleton=recommendation])]:hidden">
      <p className="byline basis-full">
        <span>
          {messages.added} <time dateTime={created_at.slice(0, 10)}>{formatDay(created_at)}</time>
        </span>
        {checkedIn && (
          <span>
            {messages.lastChecked} <time dateTime={checkedIn.slice(0, 7)}>{formatMonth(checkedIn)}</time>
          </span>
        )}
      </p>
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
            {common.suggestAChange}
          </Link>
          <Link
            to="/suggest/$slug"
            params={{ slug }}
            search={{ about: 'problem' }}
            rel="nofollow"
            className="link target pointer-coarse:py-3"
          >
            {common.reportAProblem}
          </Link>
        </>
      )}
      {addToList}
      {isClaimable && (
        <Link to="/claim/$slug" params={{ slug }} rel="nofollow" className="link target pointer-coarse:py-3">
          {messages.isThisYours}
        </Link>
      )}
      {numbers}
    </div>
  )
}

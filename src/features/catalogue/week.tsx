import { Link } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import { Logo } from '~/components/logo'
import { MemberLink } from '~/components/member-link'
import { Reason } from '~/components/reason'
import { Signature } from '~/components/signature'
import type { Week as Props } from './catalogue-reads-data'

/** The recommendation of the week, set large above the newest tools. Downloaded only where there is one. */
export function Week(week: Props) {
  const { name, slug, logo, reason, writer, writer_has_page } = week
  return (
    <section aria-label={messages.weekRecommendation} className="week">
      <p className="text-[13px] font-medium text-accent">{messages.weekRecommendation}</p>
      <Reason size="lead" reason={reason}>
        <Signature writer={<MemberLink username={writer} hasPage={writer_has_page} />} item={week} />
      </Reason>
      <Link to="/tools/$slug" params={{ slug }} className="week-tool">
        <Logo tool={{ name, logo }} size="sm" />
        <span dir="auto">{name}</span>
      </Link>
    </section>
  )
}

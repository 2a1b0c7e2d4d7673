import { Link } from '@tanstack/react-router'
import { sortNames } from '#messages/admin-catalogue.js'
import { why } from '#messages/claims.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/links.js'
import { Ago } from '~/components/ago'
import { FactLink } from '~/components/fact-link'
import { Logo } from '~/components/logo'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import type { Column } from '../data-table'
import { formatNumber } from '../pager'
import type { CheckedLink } from './links-data'

type Actions = { isBusy: boolean; mend: (links: readonly CheckedLink[]) => void }

/** The columns of the list; a moved one has the button to mend it beside its new address. */
export const linkColumns = ({ isBusy, mend }: Actions): readonly Column<CheckedLink>[] => [
  {
    header: sortNames.name,
    width: 'w-[24%]',
    cell: (link) => (
      <Link
        to="/admin/tools/edit/$id"
        params={{ id: link.id }}
        className="group flex min-h-8 items-center gap-3 rounded-md"
      >
        <Logo tool={link} size="row" />
        <span dir="auto" className="min-w-0 group-hover:underline">
          {link.name}
        </span>
      </Link>
    ),
  },
  {
    header: common.address,
    width: 'w-auto',
    cell: ({ website_url }) => (
      <span className="wrap-anywhere">
        <FactLink address={website_url} />
      </span>
    ),
  },
  {
    header: messages.found,
    width: 'w-[32%]',
    cell: (link) =>
      link.leads_to === null ? (
        <Found link={link} />
      ) : (
        <div className="grid gap-1.5 py-1.5 wrap-anywhere">
          <p>
            <span className="text-ink-faint">{messages.movedTo}</span> <FactLink address={link.leads_to} />
          </p>
          <Button
            variant="quiet"
            size="sm"
            busy={isBusy}
            className="justify-self-start"
            aria-label={messages.newNamed({ name: link.name })}
            onClick={() => mend([link])}
          >
            {messages.takeNew}
          </Button>
        </div>
      ),
  },
  {
    header: messages.checked,
    width: 'w-[140px]',
    cell: ({ checked_at, is_due }) =>
      is_due ? messages.waiting : <Ago at={checked_at} className="text-ink-soft" />,
  },
]

const WHY: Readonly<Record<string, string | undefined>> = {
  ...why,
  robots: messages.robots,
  unavailable: messages.unavailable,
}

/** Why it is in this list, and of a dead one since when. */
function Found({ link: { reason, took_ms, failed_days, is_dead } }: { link: CheckedLink }) {
  const status = reason !== null && /^\d+$/.test(reason)
  return (
    <div className="grid gap-1 py-1.5">
      {reason !== null && (
        <p>{status ? messages.status({ status: reason }) : (WHY[reason] ?? why.unknown)}</p>
      )}
      {reason === null && took_ms !== null && (
        <p>{messages.took({ seconds: formatNumber(Math.round(took_ms / 100) / 10) })}</p>
      )}
      {failed_days > 0 && (
        <p className="text-ink-faint">
          {messages.failedDays({ days: failed_days })}{' '}
          {is_dead && <Badge look="plain">{messages.told}</Badge>}
        </p>
      )}
    </div>
  )
}

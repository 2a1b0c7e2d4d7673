import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/icons.js'
import { Logo } from '~/components/logo'
import { pngAddress } from '~/components/logos/small-png'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { formatNumber } from '../pager'
import { SelectBox } from '../select-box'
import { SelectedRows } from '../selected-rows'
import { TableSkeleton } from '../table-skeleton'
import { type Selection, useSelection } from '../use-selection'
import { type IconStatus, iconsQuery, type SuggestedIcon } from './icons-data'
import { useIconActions } from './use-icon-actions'

/** Icons that the server found for tools without a logo, to approve or decline (decision 192). */
export function IconsPage() {
  const site = useSite()
  const { data, error, refetch } = useQuery(iconsQuery)
  const { isBusy, suggest, decide } = useIconActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection(data?.icons ?? [])

  /** What was pressed goes; what could not be sent stays selected. */
  function decideAll(icons: readonly SuggestedIcon[], isApproved: boolean): void {
    heading.current?.focus({ preventScroll: true })
    decide(icons, isApproved, () => selection.remove(icons.map(({ id }) => id)))
  }

  function content(): ReactNode {
    if (!data) return <Pending query={{ error, refetch }} skeleton={<TableSkeleton />} />
    const { status, icons } = data
    if (icons.length === 0) return <EmptyState title={status.due > 0 ? messages.looking : messages.none} />
    return (
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
        {icons.map((icon) => (
          <IconCard key={icon.id} icon={icon} selection={selection} isBusy={isBusy} onDecide={decideAll} />
        ))}
      </ul>
    )
  }

  return (
    <section aria-labelledby="icons">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SectionHeading id="icons" ref={heading} tabIndex={-1}>
          {heads.icons}
        </SectionHeading>
        <Link to="/admin/tools" className="link me-auto text-sm pointer-coarse:py-3">
          {common.itemsTitle(site)}
        </Link>
        {servesItsBackend() && (
          <Button variant="quiet" busy={isBusy} onClick={() => suggest()}>
            {messages.suggest}
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-[70ch] text-[13px] text-ink-soft">{messages.hint(site)}</p>
      <p className="byline mt-2 min-h-lh text-[13px] text-ink-faint tabular-nums">
        {data && progressOf(data.status).map((part) => <span key={part}>{part}</span>)}
      </p>
      <div className="mt-5">{content()}</div>
      <SelectedRows selection={selection} onClear={selection.clear}>
        <Button size="sm" busy={isBusy} onClick={() => decideAll(selection.rows, true)}>
          {messages.approve}
        </Button>
        <Button variant="quiet" size="sm" busy={isBusy} onClick={() => decideAll(selection.rows, false)}>
          {common.decline}
        </Button>
      </SelectedRows>
    </section>
  )
}

type CardProps = {
  icon: SuggestedIcon
  selection: Selection<SuggestedIcon>
  isBusy: boolean
  onDecide: (icons: readonly SuggestedIcon[], isApproved: boolean) => void
}

/** A suggested icon as visitors would see it, with where it is from. */
function IconCard({ icon, selection, isBusy, onDecide }: CardProps) {
  const { id, name, picture, origin, website_url } = icon
  return (
    <li className="grid gap-3 rounded-card border border-line p-4 has-checked:border-line-strong has-checked:bg-sunken">
      <div className="flex items-start gap-3">
        <Logo tool={{ name, logo: pngAddress(picture) }} size="choice" />
        <div className="min-w-0 flex-1">
          <Link
            to="/admin/tools/edit/$id"
            params={{ id }}
            dir="auto"
            className="block font-medium text-sm wrap-anywhere hover:underline pointer-coarse:py-3"
          >
            {name}
          </Link>
          <a
            href={website_url}
            target="_blank"
            rel="noopener noreferrer"
            title={common.opensInANewTab}
            className="link block text-[13px] text-ink-faint wrap-anywhere pointer-coarse:py-3"
          >
            {messages.openFrom({ host: URL.parse(origin ?? website_url)?.hostname ?? website_url })}
          </a>
        </div>
        <SelectBox row={icon} selection={selection} />
      </div>
      <div className="mt-auto flex gap-2">
        <Button
          variant="quiet"
          size="sm"
          busy={isBusy}
          aria-label={messages.approveNamed({ name })}
          onClick={() => onDecide([icon], true)}
        >
          {messages.approve}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          aria-label={messages.declineNamed({ name })}
          onClick={() => onDecide([icon], false)}
        >
          {common.decline}
        </Button>
      </div>
    </li>
  )
}

const progressOf = ({ without_logo, due, empty, waiting }: IconStatus) => [
  messages.withoutLogo({ count: formatNumber(without_logo) }),
  ...(due > 0 ? [messages.due({ count: formatNumber(due) })] : []),
  ...(empty > 0 ? [messages.empty({ count: formatNumber(empty) })] : []),
  messages.waiting({ count: formatNumber(waiting) }),
]

import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/icons.js'
import { Logo } from '~/components/logo'
import { pngAddress } from '~/components/logos/small-png'
import { Button } from '~/components/ui/button'
import { SelectBox } from '../select-box'
import type { Selection } from '../use-selection'
import type { SuggestedIcon } from './icons-data'

type Props = {
  icon: SuggestedIcon
  selection: Selection<SuggestedIcon>
  isBusy: boolean
  onDecide: (icons: readonly SuggestedIcon[], isApproved: boolean) => void
}

/** A suggested icon as visitors would see it, with where it is from. */
export function IconCard({ icon, selection, isBusy, onDecide }: Props) {
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

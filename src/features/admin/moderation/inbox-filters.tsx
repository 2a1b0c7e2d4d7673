import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { Icon } from '~/components/ui/icon'
import { useSite } from '~/lib/site-data'
import { FilterButtons } from '../filter-buttons'
import { SearchField } from '../search-field'
import type { FlagFilter, FlagsSearch } from './flags-search'
import { KeysButton } from './keys-dialog'

type Props = {
  search: FlagsSearch
  counts: Record<FlagFilter, number> | undefined
  /** The name of the tool the list is limited to. */
  toolName: string
  onSearch: (change: FlagsSearch, typing: boolean) => void
  onKeys: () => void
}

/** Search, state, order, and the member or tool the list is limited to. */
export function InboxFilters({ search, counts, toolName, onSearch, onKeys }: Props) {
  const site = useSite()
  const { status = 'pending', q = '', order, member, tool } = search
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2.5 md:gap-3">
        <div className="flex grow basis-72">
          <SearchField
            label={messages.searchFlaggedContent}
            placeholder={messages.searchHint(site)}
            value={q}
            onSearch={(text) => onSearch({ q: text }, true)}
          />
        </div>
        <FilterButtons
          legend={common.show}
          choices={messages.filters}
          value={status}
          counts={counts}
          noun={messages.noun}
          onChoose={(next) => onSearch({ status: next }, false)}
          className="flex grow max-md:min-h-[58px] md:grid md:w-136 md:grow-0 md:auto-cols-fr md:grid-flow-col"
        />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <button
          type="button"
          aria-pressed={order === 'oldest'}
          onClick={() => onSearch({ order: order === 'oldest' ? undefined : 'oldest' }, false)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line px-3 text-[13px] text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {inbox.oldestFirst}
        </button>
        {member !== undefined && (
          <Chip name={`@${member}`} onRemove={() => onSearch({ member: undefined }, false)} />
        )}
        {tool !== undefined && <Chip name={toolName} onRemove={() => onSearch({ tool: undefined }, false)} />}
        <KeysButton onOpen={onKeys} />
      </div>
    </>
  )
}

/** What the list is limited to, to remove. */
function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={inbox.removeFilter({ name })}
      onClick={onRemove}
      className="inline-flex min-h-8 min-w-0 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft ps-3 pe-2 text-[13px] pointer-coarse:min-h-11"
    >
      <bdi className="truncate">{name}</bdi>
      <Icon name="close" size={14} />
    </button>
  )
}

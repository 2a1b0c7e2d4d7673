import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/admin-catalogue.js'
import * as common from '#messages/common.js'
import { suggest as suggestIcons } from '#messages/icons.js'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { Select } from '~/components/ui/select'
import { recheckAdmin } from '~/lib/admin-status-data'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { servesItsBackend } from '~/lib/environment'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { useSite } from '~/lib/site-data'
import { useIconActions } from '../icons/use-icon-actions'
import { SelectedRows } from '../selected-rows'
import type { useSelection } from '../use-selection'
import { type BulkChange, bulkMutation, inverseOf } from './bulk-data'
import type { AdminTool } from './lists-data'
import { refreshCatalogue } from './refresh-catalogue'

type Props = { selection: ReturnType<typeof useSelection<AdminTool>>; onClear: () => void }

/** What can be done with the selected tools. Feature and category are undone by the toast; a deletion asks before. */
export function BulkBar({ selection, onClear }: Props) {
  const site = useSite()
  const queryClient = useQueryClient()
  const { data: categories = [] } = useQuery(categoryOptionsQuery)
  const { mutateAsync, isPending } = useMutation(bulkMutation)
  const icons = useIconActions()
  const [categoryId, setCategoryId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const tools = selection.rows
  const ids = tools.map(({ id }) => id)
  const upvotes = tools.reduce((sum, { upvote_count }) => sum + upvote_count, 0)

  const run = reported(async (change: BulkChange, isUndo?: boolean) => {
    const changed = await mutateAsync(change)
    // None: all were so already, unless the right is gone, which AdminsOnly reports.
    if (changed.length === 0 && !(await recheckAdmin(queryClient))) return
    const inverse = isUndo || changed.length === 0 ? null : inverseOf(change, changed)
    const count = changed.length
    notify.success(
      change.what === 'delete' ? messages.deletedCount({ count }) : messages.changedCount({ count }),
      inverse ? { label: common.undo, run: () => run(inverse, true) } : undefined,
    )
    if (change.what === 'delete') onClear()
    await refreshCatalogue(queryClient)
  })

  return (
    <SelectedRows selection={selection} onClear={onClear}>
      {[true, false].map((featured) => (
        <Button
          key={String(featured)}
          variant="quiet"
          size="sm"
          busy={isPending}
          onClick={() => run({ ids, what: 'feature', featured })}
        >
          {featured ? messages.feature : messages.unfeature}
        </Button>
      ))}
      <Select
        aria-label={messages.sortNames.category}
        value={categoryId}
        onChange={({ currentTarget: { value } }) => setCategoryId(value)}
        className="w-36 pointer-fine:[&>select]:min-h-[34px]"
      >
        <option value="" disabled>
          {messages.sortNames.category}
        </option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button
        variant="quiet"
        size="sm"
        busy={isPending}
        disabled={categoryId === ''}
        onClick={() => run({ ids, what: 'category', categoryId, isIn: true })}
      >
        {messages.addToCategory}
      </Button>
      {servesItsBackend() && (
        <Button variant="quiet" size="sm" busy={icons.isBusy} onClick={() => icons.suggest(ids)}>
          {suggestIcons}
        </Button>
      )}
      <Button variant="bad" size="sm" busy={isPending} onClick={() => setAsking(true)}>
        {common.deleteLabel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          alert
          title={messages.deleteQuestion({ word: site.items })}
          description={
            <>
              <span className="block text-ink">
                {messages.confirmDeleteSeveral({ ...site, count: tools.length })}
              </span>
              <span className="mt-2 block text-sm">{messages.deletedWithSeveral({ upvotes })}</span>
            </>
          }
          confirm={common.deleteLabel}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            run({ ids, what: 'delete' })
          }}
        />
      )}
    </SelectedRows>
  )
}

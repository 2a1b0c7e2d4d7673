import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/merging.js'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { ago } from '~/lib/ago'
import { asList } from '~/lib/name-lists'
import { useSite } from '~/lib/site-data'
import { formatNumber } from '../pager'
import { type Merge, type Preview, previewQuery, type Side } from './merging-data'

type Tool = Merge['gone']
type Props = { one: Tool; other: Tool; onClose: () => void; onMerge: (merge: Merge) => void }

const ROWS: readonly [label: string, value: (side: Side) => string][] = [
  [common.address, ({ website_url }) => website_url],
  [common.recommendations, ({ upvote_count }) => formatNumber(upvote_count)],
  [messages.saved, ({ saved }) => formatNumber(saved)],
  [messages.lists, ({ lists }) => formatNumber(lists)],
  [common.makers, ({ makers }) => formatNumber(makers)],
  [common.facts, ({ facts }) => formatNumber(facts.length)],
  [common.categories, (side) => asList(side.categories) || '–'],
  [messages.added, ({ created_at }) => ago(created_at)],
]

/** Two tools side by side: which one stays, and what will happen. */
export function MergeDialog({ one, other, onClose, onMerge }: Props) {
  const site = useSite()
  const [chosen, setChosen] = useState<string>()
  const { data } = useQuery(previewQuery({ gone: one, kept: other }))
  // The more recommended one, until somebody chooses.
  const first = data && data.gone.upvote_count > data.kept.upvote_count ? one.id : other.id
  const keptId = chosen ?? first
  const [gone, kept] = keptId === one.id ? [other, one] : [one, other]
  const preview = useQuery(previewQuery({ gone, kept }))

  return (
    <ConfirmDialog
      title={messages.dialogTitle(site)}
      description={messages.dialogHint}
      confirm={messages.merge}
      look="solid"
      onCancel={onClose}
      isReady={preview.data !== undefined}
      onConfirm={() => onMerge({ gone, kept })}
    >
      {preview.error && !preview.data && (
        <LoadFailure error={preview.error} onRetry={() => preview.refetch()} />
      )}
      {data && (
        <>
          <fieldset className="grid grid-cols-2 gap-2.5">
            <legend className="mb-1.5 font-medium text-sm">{messages.keep}</legend>
            {[data.gone, data.kept].map((side) => (
              <label
                key={side.id}
                className="flex min-h-11 min-w-0 cursor-pointer items-start gap-2.5 rounded-control border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft/50"
              >
                <input
                  type="radio"
                  name="kept"
                  className="mt-0.5 size-4.5 shrink-0 accent-accent"
                  checked={side.id === keptId}
                  onChange={() => setChosen(side.id)}
                />
                <span className="min-w-0">
                  <span dir="auto" className="block font-medium wrap-anywhere">
                    {side.name}
                  </span>
                  <code className="block text-[13px] text-ink-soft wrap-anywhere">/{side.slug}</code>
                </span>
              </label>
            ))}
          </fieldset>
          <Comparison sides={[data.gone, data.kept]} />
          <Effects preview={preview.data} />
        </>
      )}
    </ConfirmDialog>
  )
}

/** What will happen, in words. */
function Effects({ preview }: { preview: Preview | undefined }) {
  // Two of one name are told apart by their addresses here.
  const isSame = preview?.gone.name === preview?.kept.name
  const called = ({ name, slug }: Side) => (isSame ? `/${slug}` : name)
  const [gone, kept] = preview ? [called(preview.gone), called(preview.kept)] : ['', '']
  return (
    <ul className="grid min-h-16 list-disc content-start gap-1 ps-5 text-sm" aria-live="polite">
      {preview && (
        <>
          <li>{messages.moves({ count: preview.recommendations - preview.twice })}</li>
          {preview.twice > 0 && <li>{messages.twice({ count: preview.twice, kept })}</li>}
          <li>{messages.followers({ gone, kept })}</li>
          {preview.filled.length > 0 && <li>{messages.filled({ count: preview.filled.length, kept })}</li>}
        </>
      )}
    </ul>
  )
}

/** What is the same stands in grey. */
function Comparison({ sides }: { sides: readonly [Side, Side] }) {
  return (
    <table className="w-full table-fixed border-collapse text-[13px]">
      <caption className="sr-only">{messages.sideBySide}</caption>
      <colgroup>
        <col className="w-[38%]" />
        <col span={2} />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <td />
          {sides.map(({ id, name }) => (
            <th key={id} scope="col" dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, value]) => {
          const [left, right] = [value(sides[0]), value(sides[1])]
          return (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="py-1.5 pe-1 text-start align-top font-normal text-ink-soft">
                {label}
              </th>
              {sides.map((side) => (
                <td
                  key={side.id}
                  dir="auto"
                  className={`py-1.5 pe-2 text-start align-top wrap-anywhere tabular-nums ${left === right ? 'text-ink-soft' : 'font-medium'}`}
                >
                  {value(side)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { search as searchFor } from '#messages/admin-catalogue.js'
import * as messages from '#messages/merging.js'
import { Button } from '~/components/ui/button'
import { useSite } from '~/lib/site-data'
import { listQueries } from '../catalogue/lists-data'
import { SearchField } from '../search-field'
import { type Merge, toolQuery } from './merging-data'

type Props = { id: string; onChoose: (one: Merge['gone'], other: Merge['gone']) => void }

/** Finds what a reported tool is a duplicate of. */
export function OneTool({ id, onChoose }: Props) {
  const site = useSite()
  const { data: tool } = useQuery(toolQuery(id))
  const [text, setText] = useState('')
  const found = useQuery({
    ...listQueries.tools({ search: text, sort: 'name', descending: false, page: 1 }),
    enabled: text !== '',
  })
  if (!tool) return null
  const others = text === '' ? [] : (found.data?.rows ?? []).filter((row) => row.id !== id).slice(0, 6)
  return (
    <section aria-label={messages.mergeWith({ name: tool.name })} className="card grid gap-3 p-4">
      <h3 className="font-medium">{messages.mergeWith({ name: tool.name })}</h3>
      <SearchField label={searchFor({ word: site.items })} value={text} onSearch={setText} />
      {others.length > 0 && (
        <ul className="grid gap-1">
          {others.map((other) => (
            <li key={other.id} className="flex items-center justify-between gap-3">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {other.name} <code className="text-[13px] text-ink-soft">/{other.slug}</code>
              </span>
              <Button
                variant="quiet"
                size="sm"
                aria-haspopup="dialog"
                aria-label={messages.compareNamed({ one: tool.name, other: other.name })}
                onClick={() => onChoose(tool, other)}
              >
                {messages.compare}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/lists.js'
import { EntryButtons, useFocusAfterChange } from '~/components/form/entry-buttons'
import { TextDialog } from '~/components/text-dialog'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { withLimit } from '~/lib/limited-text'
import { useSite } from '~/lib/site-data'
import { ListedToolRow } from './list-page'
import type { ListedTool, MemberList } from './lists-data'
import { listToolMutation, NOTE_MAX, noteSchema, ownListQueries } from './own-lists-data'

/** The tools of one of the member's lists: moved, taken out, and noted. */
export function ListTools({ userId, list }: { userId: string; list: MemberList }) {
  const site = useSite()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(listToolMutation(userId))
  const [noted, setNoted] = useState<ListedTool | null>(null)
  const drafts = useRef(new Map<string, string>())
  const { list: rows, focusNext } = useFocusAfterChange<HTMLDivElement>()
  const { id: list_id, tools } = list
  const query = ownListQueries.one(userId, list.address)

  /** Shown at once; what the database has afterwards replaces it. */
  function show(next: ListedTool[], focus: string) {
    focusNext(focus)
    void client.cancelQueries(query)
    client.setQueryData(query.queryKey, { ...list, tools: next })
  }

  function move(from: number, by: -1 | 1) {
    const [moved, to] = [tools[from], from + by]
    if (!moved || to < 0 || to >= tools.length) return
    show(tools.toSpliced(from, 1).toSpliced(to, 0, moved), `${by} ${moved.id}`)
    mutate({ list_id, tool_id: moved.id, place: to + 1 })
  }

  function remove(place: number) {
    const gone = tools[place]
    if (!gone) return
    const next = tools.toSpliced(place, 1)
    show(next, `0 ${next[Math.min(place, next.length - 1)]?.id ?? ''}`)
    mutate({ list_id, tool_id: gone.id, listed: false })
  }

  if (tools.length === 0)
    return (
      <div ref={rows} className="mt-8">
        <div data-action="0 " tabIndex={-1} className="outline-none">
          <EmptyState title={common.emptyList}>
            <p>{messages.emptyHelp(site)}</p>
          </EmptyState>
        </div>
      </div>
    )
  return (
    <div ref={rows} className="mt-8">
      <ol aria-label={list.name} className="border-line border-t">
        {tools.map((tool, place) => (
          <ListedToolRow key={tool.id} tool={tool}>
            <div className="flex flex-wrap items-center">
              <Button variant="ghost" size="sm" onClick={() => setNoted(tool)}>
                {tool.note ? messages.editNote : messages.addNote}
                <span className="sr-only"> {messages.noteAbout({ name: tool.name })}</span>
              </Button>
              <EntryButtons
                id={tool.id}
                name={tool.name}
                remove={messages.takeOut(tool)}
                isFirst={place === 0}
                isLast={place === tools.length - 1}
                onMove={(by) => move(place, by)}
                onRemove={() => remove(place)}
              />
            </div>
          </ListedToolRow>
        ))}
      </ol>
      {noted && (
        <TextDialog
          title={messages.noteTitle(noted)}
          description={messages.noteHelp}
          label={messages.note}
          rule={noteSchema}
          drafts={drafts.current}
          draft={noted.id}
          {...(noted.note && { initial: noted.note })}
          {...withLimit(NOTE_MAX)}
          submit={common.save}
          busy={isPending}
          onSend={(note) =>
            mutate(
              { list_id, tool_id: noted.id, note },
              {
                onSuccess: () => {
                  drafts.current.delete(noted.id)
                  setNoted(null)
                },
              },
            )
          }
          onClose={() => setNoted(null)}
        />
      )}
    </div>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/lists.js'
import { Dialog } from '~/components/ui/dialog'
import { LoadingBox } from '~/components/ui/loading-box'
import { Pending } from '~/components/ui/pending'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { ListName } from './list-name'
import { listToolMutation, ownListQueries } from './own-lists-data'

type Props = { tool: { id: string; name: string }; userId: string; onClose: () => void }

/** In which of the member's lists a tool is; each choice is saved at once. */
export function AddToListDialog({ tool, userId, onClose }: Props) {
  const site = useSite()
  const lists = useQuery(ownListQueries.all(userId, tool.id))
  const { mutate, isPending, variables, error } = useMutation(listToolMutation(userId))
  const put = (list_id: string, listed: boolean) => mutate({ list_id, tool_id: tool.id, listed })
  return (
    <Dialog title={messages.addTitle(tool)} description={messages.addHelp} onClose={onClose}>
      <div className="mt-5 grid gap-4">
        {!lists.data && <Pending query={lists} skeleton={<LoadingBox className="h-11 rounded-control" />} />}
        {lists.data && lists.data.length > 0 && (
          <ul aria-label={messages.yourLists} className="grid max-h-[40dvh] gap-1 overflow-y-auto">
            {lists.data.map(({ id, name, has_tool }) => (
              <li key={id}>
                <label className="flex min-h-11 items-center gap-3 text-[15px]">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0 accent-accent"
                    checked={isPending && variables.list_id === id ? variables.listed : has_tool}
                    onChange={({ currentTarget }) => put(id, currentTarget.checked)}
                  />
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {name}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        {error && <p className="text-[13px] text-bad">{failureText(error, site)}</p>}
        <ListName userId={userId} onSaved={(id) => put(id, true)} />
        <Link to="/profile" search={{ tab: 'saved' }} className="link target text-sm">
          {messages.seeLists}
        </Link>
      </div>
    </Dialog>
  )
}

import { AddToList } from '~/features/lists/add-to-list'
import { ListEditor } from '~/features/lists/list-editor'
import { MyLists } from '~/features/lists/my-lists'
import { SavedTab } from '~/features/upvotes/saved-tab'

type Props = { userId: string; list: string | undefined; onClose: () => void }

/** What a member keeps: saved tools and their lists, or one of these. */
export function SavedTools({ userId, list, onClose }: Props) {
  if (list) return <ListEditor userId={userId} address={list} onClose={onClose} />
  return (
    <SavedTab
      userId={userId}
      lists={<MyLists userId={userId} />}
      renderAction={(tool) => <AddToList tool={tool} className="link target" />}
    />
  )
}

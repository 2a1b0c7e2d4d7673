import * as common from '#messages/common.js'
import { type Edit, preloadUpvoteDialogs, type UpvoteTool, useAskForUpvote } from './upvote-provider'

type Props = { tool: UpvoteTool; own: Edit }

/** Opens what the person wrote about a tool, to change it. */
export function EditButton({ tool: { id, name, slug }, own }: Props) {
  const ask = useAskForUpvote()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => void ask({ id, name, slug }, own)}
      onPointerEnter={preloadUpvoteDialogs}
      onFocus={preloadUpvoteDialogs}
      className="link -my-1.5 ms-auto px-1 py-1.5 font-normal text-ink-faint pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
    >
      {common.edit}
    </button>
  )
}

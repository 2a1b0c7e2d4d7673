import * as inbox from '#messages/inbox.js'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'

type Props = {
  /** What each does, in order. */
  keys: readonly (readonly [key: string, does: string])[]
  areOn: boolean
  onSetOn: (on: boolean) => void
  onClose: () => void
}

/** The list of keys, and a switch for them: somebody who speaks to their computer would decide with every word. */
export function KeysDialog({ keys, areOn, onSetOn, onClose }: Props) {
  return (
    <Dialog title={inbox.keysTitle} description={inbox.keysHint} onClose={onClose}>
      <dl className="mt-5 grid gap-1.5">
        {keys.map(([key, does]) => (
          <div key={key} className="flex items-center gap-3 text-[15px]">
            <dt>
              <kbd className="grid h-7 min-w-7 place-items-center rounded-md border border-line-strong bg-sunken px-1.5 font-medium font-sans text-[13px]">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-9 items-center gap-3 border-line border-t pt-4 text-[15px]">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget }) => onSetOn(currentTarget.checked)}
          className="size-4.5 accent-accent"
        />
        {inbox.useKeys}
      </label>
    </Dialog>
  )
}

/** Opens the list of keys, as '?' does. */
export function KeysButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-haspopup="dialog"
      aria-keyshortcuts="?"
      className="ms-auto h-8! px-2.5! pointer-coarse:hidden"
      onClick={onOpen}
    >
      {inbox.keysTitle}
      <span aria-hidden="true" className="rounded-md border border-line px-1.5 font-sans text-xs">
        ?
      </span>
    </Button>
  )
}

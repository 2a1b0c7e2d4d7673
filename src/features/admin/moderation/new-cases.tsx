import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import * as messages from '#messages/moderation.js'
import { Button } from '~/components/ui/button'
import { type FlaggedCard, NEW_MAX } from './flagged-data'
import { cardElementId } from './use-decide'

type Props = {
  flagged: { arrived: number; showNew: () => Promise<FlaggedCard | undefined> }
  isOutdated: boolean
}

/** How many new cases there are, to show them. Over the row of filters, so that nothing moves. */
export function NewCases({ flagged: { arrived, showNew }, isOutdated }: Props) {
  const [firstNew, setFirstNew] = useState<string>()

  // Once the list has been drawn with it.
  useEffect(() => {
    const card = firstNew && document.getElementById(cardElementId(firstNew))
    if (!card) return
    card.focus()
    setFirstNew(undefined)
  })

  return (
    <div
      role="status"
      className="pointer-events-none sticky top-19 z-10 -mt-9 mb-2.5 flex h-10 items-center justify-center"
    >
      {arrived > 0 && (
        <Button
          size="sm"
          variant="accent"
          onClick={() =>
            void showNew().then(
              (card) => setFirstNew(card?.id),
              () => undefined,
            )
          }
          className="pointer-events-auto shadow-float"
        >
          <ArrowUp size={16} aria-hidden="true" />
          {messages.newCards({ count: arrived === NEW_MAX ? `${NEW_MAX}+` : `${arrived}` })}
        </Button>
      )}
      {isOutdated && (
        <p className="rounded-full border border-line bg-surface px-3.5 py-1.5 text-[13px] text-bad leading-4 shadow-float">
          {messages.notRefreshed}
        </p>
      )}
    </div>
  )
}

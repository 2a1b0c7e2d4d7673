import { type ComponentType, useState } from 'react'
import * as messages from '#messages/tool-page.js'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { withPart } from '~/lib/with-part'

type Props = { toolId: string; isMaker: boolean }

/** Asks for a tool's own numbers when it is pressed, where the owner shows them to this person. */
export function ToolNumbersButton({ toolId, isMaker }: Props) {
  const { numbers } = useSite()
  const [Shown, setShown] = useState<ComponentType<{ toolId: string }>>()
  if (!servesItsBackend() || !(numbers === 'everyone' || (numbers === 'makers' && isMaker))) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={Shown !== undefined}
        className="link target pointer-coarse:py-3"
        onClick={() => {
          if (Shown) return setShown(undefined)
          withPart(import('./tool-numbers'), (part) => setShown(() => part.ToolNumbers))
        }}
      >
        {messages.numbers}
      </button>
      {Shown && <Shown toolId={toolId} />}
    </>
  )
}

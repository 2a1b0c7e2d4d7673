import Ellipsis from 'lucide-react/icons/ellipsis'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import * as messages from '#messages/members.js'
import { buttonClass } from '~/components/ui/button'
import { DIRECTION } from '~/lib/texts'
import type { MemberActionName } from './use-member-actions'

type Props = {
  /** '@ann' */
  name: string
  actions: readonly { action: MemberActionName; label: string; severe?: boolean }[]
  onAct: (action: MemberActionName) => void
}

/** Rare actions on a member, in a menu. */
export function MemberMenu({ name, actions, onAct }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<MemberActionName>(undefined)
  return (
    <DropdownMenu.Root dir={DIRECTION} modal={false}>
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={messages.moreActionsFor({ name })}
        className={buttonClass({
          variant: 'ghost',
          size: 'sm',
          className: 'w-[34px] px-0! data-[state=open]:bg-sunken pointer-coarse:w-11',
        })}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return
            // The dialog opens once the button has the focus again, so that it can restore it.
            event.preventDefault()
            trigger.current?.focus()
            onAct(chosen.current)
            chosen.current = undefined
          }}
          className="card z-20 min-w-52 animate-fade p-1.5 shadow-float"
        >
          {actions.map(({ action, label, severe = false }) => (
            <DropdownMenu.Item
              key={action}
              onSelect={() => {
                chosen.current = action
              }}
              className={`flex min-h-9 cursor-pointer items-center rounded-lg px-2.5 text-sm outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11 ${severe ? 'text-bad' : ''}`}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

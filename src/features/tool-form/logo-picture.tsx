import * as common from '#messages/common.js'
import * as messages from '#messages/tool-form.js'
import { Logo } from '~/components/logo'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { useObjectUrl } from '~/components/logos/use-object-url'

type Props = { stored: string | null; choice: LogoChoice; name: string; size?: 'form' | 'choice' }

/** The logo after saving: without one the name's initial, as visitors will see it. */
export function LogoPicture({ stored, choice, name, size = 'form' }: Props) {
  const chosen = useObjectUrl(choice.kind === 'file' ? choice.file : null)
  const address = choice.kind === 'kept' ? stored : chosen
  return (
    <span className="grid justify-items-center gap-1.5 text-[13px] text-ink-faint leading-tight">
      <Logo tool={{ name, logo: address }} missing={address ? messages.noPreview : undefined} size={size} />
      {address === null && common.noLogo}
    </span>
  )
}

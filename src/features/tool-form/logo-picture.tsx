import { useEffect, useState } from 'react'
import { Logo } from '~/components/logo'
import * as messages from '~/messages/en/tool-form'
import type { LogoChoice } from './logo-choice'

type Props = { stored: string | null; choice: LogoChoice; name: string; size?: 'form' | 'choice' }

/** The logo as it will be after saving: without one the name's initials, which visitors will see. */
export function LogoPicture({ stored, choice, name, size = 'form' }: Props) {
  const chosen = useObjectUrl(choice.kind === 'file' ? choice.file : null)
  const address = choice.kind === 'kept' ? stored : chosen
  return (
    <span className="grid justify-items-center gap-1.5 text-[13px] text-ink-faint leading-tight">
      <Logo tool={{ name, logo: address }} missing={address ? messages.noPreview : undefined} size={size} />
      {address === null && messages.noLogo}
    </span>
  )
}

/** An address for a file of this machine, for as long as it is shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return url
}

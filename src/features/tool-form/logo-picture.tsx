import { useEffect, useState } from 'react'
import { LogoImage } from '~/components/logo-image'
import * as messages from '~/messages/en/tool-form'
import type { LogoChoice } from './logo-choice'

type Props = { stored: string | null; choice: LogoChoice; size?: keyof typeof SIZES }

const SIZES = {
  form: { box: 'size-24 rounded-[18px]', pixels: 96 },
  choice: { box: 'mt-1 size-16 rounded-2xl', pixels: 64 },
}

/** The logo as it will be after saving, or a dashed place where there is none. Decoration: words stand beside it. */
export function LogoPicture({ stored, choice, size = 'form' }: Props) {
  const chosen = useObjectUrl(choice.kind === 'file' ? choice.file : null)
  const address = choice.kind === 'kept' ? stored : chosen
  const { box, pixels } = SIZES[size]
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-hidden border bg-surface text-center text-[13px] text-ink-faint leading-tight ${address ? 'border-line' : 'border-line-strong border-dashed'} ${box}`}
    >
      <LogoImage logo={address} pixels={pixels} eager>
        <span aria-hidden="true">{address === null ? messages.noLogo : messages.noPreview}</span>
      </LogoImage>
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

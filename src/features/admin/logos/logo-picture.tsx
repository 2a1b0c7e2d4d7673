import { useEffect, useState } from 'react'
import type { LogoChoice } from './logo-choice'

type Props = { stored: string | null; choice: LogoChoice; className?: string }

/** The logo as it will be after saving, or a dashed place where there is none. Decoration: words stand beside it. */
export function LogoPicture({ stored, choice, className = 'size-24' }: Props) {
  const chosen = useObjectUrl(choice.kind === 'file' ? choice.file : null)
  const address = choice.kind === 'kept' ? stored : chosen
  const [broken, setBroken] = useState<string | null>(null)
  const shown = address !== null && address !== broken
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-hidden rounded-[18px] border bg-surface text-[13px] text-ink-faint ${shown ? 'border-line' : 'border-line-strong border-dashed'} ${className}`}
    >
      {shown ? (
        <img src={address} alt="" className="size-full object-cover" onError={() => setBroken(address)} />
      ) : (
        <span aria-hidden="true">{address === null ? 'No Logo' : 'No preview'}</span>
      )}
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

import type { ReactNode } from 'react'

const TONES = {
  bad: 'border-bad/35 bg-bad/6',
  good: 'border-good/35 bg-good/6',
  note: 'border-line bg-surface',
}

type Props = { tone?: keyof typeof TONES; className?: string; children: ReactNode }

/** A message above a form: why it failed, or what has just been done. */
export function FormAlert({ tone = 'bad', className = '', children }: Props) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-control border px-3.5 py-3 text-sm leading-5 ${TONES[tone]} ${className}`}
    >
      {children}
    </div>
  )
}

import { type ReactNode, useState } from 'react'

type Props = { onFile: (file: File) => void; className?: string; children: ReactNode }

/** An area around a file field where a file may be dropped; of several the first is used. */
export function DropZone({ onFile, className = '', children }: Props) {
  const [dragging, setDragging] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragging(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
      className={`grid justify-items-center rounded-card border border-dashed px-5 text-center transition-colors ${dragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'} ${className}`}
    >
      {children}
    </div>
  )
}

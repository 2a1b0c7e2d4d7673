import type { Ref } from 'react'
import { buttonClass } from './button'

type Props = {
  ref?: Ref<HTMLInputElement>
  id: string
  accept: string
  /** The button's text; the accessible name comes from the label of `id`. */
  face: string
  look?: Parameters<typeof buttonClass>[0]
  invalid?: boolean
  describedBy?: string
  onFile: (file: File) => void
}

/** A file field styled as a button, so that focus, click and drop are the native field's. */
export function FileButton({ ref, id, accept, face, look = {}, invalid, describedBy, onFile }: Props) {
  return (
    <span className="relative">
      <input
        ref={ref}
        id={id}
        type="file"
        accept={accept}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className="peer absolute inset-0 z-10 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Choosing the same file again must also fire a change.
          currentTarget.value = ''
        }}
      />
      <span
        aria-hidden="true"
        className={buttonClass({
          ...look,
          className:
            'peer-hover:opacity-88 peer-focus-visible:outline-2 peer-focus-visible:outline-ink peer-focus-visible:outline-offset-3 peer-disabled:opacity-55',
        })}
      >
        {face}
      </span>
    </span>
  )
}

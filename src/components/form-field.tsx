import { type ReactNode, useId } from 'react'

/** What a control needs so that its label, its hint and its mistake belong to it. */
export type FieldWiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type FormFieldProps = {
  label: string
  /** The mistake to show; takes the hint's place, so that nothing below moves. */
  error?: string | undefined
  hint?: ReactNode
  /** Announces changes of the hint or the mistake as they happen, for what is found out while the person waits. */
  live?: boolean
  children: (wiring: FieldWiring) => ReactNode
}

/** A labelled control with its hint or mistake below: `<FormField label="Email">{(wiring) => <Input {...wiring} />}`. */
export function FormField({ label, error, hint, live = false, children }: FormFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium text-sm">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': note ? noteId : undefined })}
      {(note || live) && (
        <p
          id={noteId}
          aria-live={live ? 'polite' : undefined}
          className={`text-[13px] leading-5 ${error ? 'text-bad' : 'text-ink-faint'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}

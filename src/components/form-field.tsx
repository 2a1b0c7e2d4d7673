import { type ReactNode, useId } from 'react'

/** The attributes that connect a control with its label, hint and error. */
export type FieldWiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type FormFieldProps = {
  label: string
  /** The error to show; replaces the hint, so that nothing below moves. An empty one marks the field without a text. */
  error?: string | undefined
  hint?: ReactNode
  /** Announces changes of the hint or error while the person waits, such as a lookup's result. */
  live?: boolean
  children: (wiring: FieldWiring) => ReactNode
}

/** A labelled control with its hint or error below: `<FormField label="Email">{(wiring) => <Input {...wiring} />}`. */
export function FormField({ label, error, hint, live = false, children }: FormFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error || hint
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

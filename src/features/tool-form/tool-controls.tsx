import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { toolForm } from '#messages/tool-form.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import type { Field, ToolField } from '#shared/tool-fields.ts'
import { type FieldWiring, FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'

const hints: Partial<Record<ToolField, string>> = toolForm.hints

type TextProps = {
  field: Field<ToolField>
  input: UseFormRegisterReturn
  /** The current value. */
  typed: string | boolean
  error: string | undefined
}

/** A text field of a tool: a line, a URL, or several lines with a counter. */
export function TextControl({ field, input, typed, error }: TextProps) {
  return (
    <FormField label={field.name} hint={hints[field.column]} error={error}>
      {(wiring) =>
        field.kind === 'lines' ? (
          <CountedTextarea {...wiring} {...input} typed={String(typed)} limit={field.limit} />
        ) : (
          <Input
            {...wiring}
            {...input}
            type={field.kind === 'address' ? 'url' : undefined}
            placeholder={field.kind === 'address' ? 'https://' : undefined}
            autoComplete="off"
          />
        )
      }
    </FormField>
  )
}

type CountedProps = FieldWiring & UseFormRegisterReturn & { typed: string; limit: number; className?: string }

/** A multi-line field with a counter. */
export function CountedTextarea({ typed, limit, className = '', ...input }: CountedProps) {
  const length = lengthOf(typed.trim())
  return (
    <div className="relative">
      <Textarea {...input} className={`font-sans! text-base! pb-8 ${className}`} />
      <span
        className={`absolute end-3.5 bottom-2.5 bg-surface ps-2 text-[13px] tabular-nums ${length > limit ? 'text-bad' : 'text-ink-faint'}`}
      >
        {length}/{limit}
        <span className="sr-only">{toolForm.characters}</span>
      </span>
    </div>
  )
}

/** A boolean field of a tool. */
export function FlagControl({ field, input }: Pick<TextProps, 'field' | 'input'>) {
  const id = useId()
  return (
    <div className="flex gap-3 rounded-card border border-line bg-surface px-4 py-3.5">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-medium text-sm pointer-coarse:-my-3 pointer-coarse:py-3">
          {field.name}
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-[13px] text-ink-faint leading-5">
          {hints[field.column]}
        </p>
      </div>
    </div>
  )
}

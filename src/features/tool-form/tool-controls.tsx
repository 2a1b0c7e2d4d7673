import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { type FieldWiring, FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import { toolForm } from '~/messages/en/tool-form'
import { LONGEST, lengthOf } from '#shared/catalogue-rules.ts'
import { type TextRule, type ToolField, toolFields } from '#shared/tool-fields.ts'

type Kind = 'line' | 'lines' | 'slug' | 'address' | 'flag'

const kind = (name: Kind) => (): Kind => name

/** The control of each kind of field. */
export const FIELD_KINDS: Record<ToolField, Kind> = toolFields({
  line: kind('line'),
  lines: kind('lines'),
  slug: kind('slug'),
  address: kind('address'),
  flag: kind('flag'),
})

const limitOf = ({ limit }: TextRule) => limit
const LIMITS: Record<ToolField, number> = toolFields({
  line: limitOf,
  lines: limitOf,
  slug: (limit) => limit,
  address: () => LONGEST.webAddress,
  flag: () => 0,
})

type TextProps = {
  field: ToolField
  input: UseFormRegisterReturn
  /** The current value. */
  typed: string | boolean
  error: string | undefined
}

/** A text field of a tool: a line, a URL, or several lines with a counter. */
export function TextControl({ field, input, typed, error }: TextProps) {
  return (
    <FormField label={toolForm.fields[field]} hint={toolForm.hints[field]} error={error}>
      {(wiring) =>
        FIELD_KINDS[field] === 'lines' ? (
          <CountedTextarea {...wiring} {...input} typed={String(typed)} limit={LIMITS[field]} />
        ) : (
          <Input
            {...wiring}
            {...input}
            type={FIELD_KINDS[field] === 'address' ? 'url' : undefined}
            placeholder={toolForm.placeholders[field]}
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
        className={`absolute right-3.5 bottom-2.5 bg-surface pl-2 text-[13px] tabular-nums ${length > limit ? 'text-bad' : 'text-ink-faint'}`}
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
          {toolForm.fields[field]}
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-[13px] text-ink-faint leading-5">
          {toolForm.hints[field]}
        </p>
      </div>
    </div>
  )
}

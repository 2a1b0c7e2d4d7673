import { type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type FieldWiring, FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { SectionTitle } from '~/components/ui/section-title'
import { factWords } from '~/messages/en/fact-words'
import { factNames, unknown } from '#shared/messages/en/facts.ts'
import * as messages from '~/messages/en/tool-form'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { type ChoiceRule, FACT_FIELDS, type FactField, factFields } from '#shared/fact-fields.ts'
import type { TextRule } from '#shared/tool-fields.ts'
import { CountedTextarea } from './tool-controls'

type Props = { form: UseFormReturn<ToolValues>; values: ToolValues }
type Control = (field: FactField, props: Props) => ReactNode

/** The optional facts of a tool: those of `factFields`, each with the control of its kind. */
export function FactsSection(props: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-line border-t pt-7">
      <SectionTitle id={id}>{messages.facts}</SectionTitle>
      <p className="mt-0.5 text-[13px] text-ink-faint leading-5">{messages.onlyWhatIsKnown}</p>
      <div className="mt-5 grid gap-x-6 gap-y-[22px] sm:grid-cols-2">
        {FACT_FIELDS.map((field) => (
          <div key={field} className={WIDE.includes(field) ? 'sm:col-span-2' : undefined}>
            {CONTROLS[field](field, props)}
          </div>
        ))}
      </div>
    </section>
  )
}

const WIDE: readonly FactField[] = ['platforms', 'long_description']

const HINTS: Partial<Record<FactField, string>> = {
  license: messages.license,
  long_description: messages.details,
}

/** One or several values, without a select: the only listbox in this form is that of the categories. */
const chooses =
  (type: 'radio' | 'checkbox', values: readonly string[]): Control =>
  (field, { form }) => (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{factNames[field]}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {values.map((value) => (
          <label key={value} className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              {...form.register(field)}
              type={type}
              value={value}
              className="size-4.5 shrink-0 accent-accent"
            />
            {factWords(field, value) ?? unknown}
          </label>
        ))}
      </div>
    </fieldset>
  )

const writes =
  (type: 'text' | 'url'): Control =>
  (field, props) => (
    <Labelled field={field} {...props}>
      {(wiring) => (
        <Input
          {...wiring}
          {...props.form.register(field)}
          type={type}
          placeholder={type === 'url' ? messages.toolForm.placeholders.website_url : undefined}
          autoComplete="off"
        />
      )}
    </Labelled>
  )

const CONTROLS: Record<FactField, Control> = factFields({
  choice: ({ values }: ChoiceRule) => chooses('radio', ['', ...values]),
  answer: () => chooses('radio', ['', 'true', 'false']),
  line: () => writes('text'),
  address: () => writes('url'),
  choices: ({ values }: ChoiceRule) => chooses('checkbox', values),
  markdown:
    ({ limit }: TextRule) =>
    (field: FactField, props: Props) => (
      <Labelled field={field} {...props}>
        {(wiring) => (
          <CountedTextarea
            {...wiring}
            {...props.form.register(field)}
            typed={String(props.values[field])}
            limit={limit}
            className="min-h-[220px]"
          />
        )}
      </Labelled>
    ),
})

type LabelledProps = Props & { field: FactField; children: (wiring: FieldWiring) => ReactNode }

function Labelled({ field, form, children }: LabelledProps) {
  return (
    <FormField label={factNames[field]} hint={HINTS[field]} error={form.formState.errors[field]?.message}>
      {children}
    </FormField>
  )
}

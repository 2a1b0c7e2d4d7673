import { type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as common from '#messages/common.js'
import { unknown } from '#messages/facts.js'
import * as messages from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import type { Fact, Field } from '#shared/tool-fields.ts'
import { type FieldWiring, FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { SectionTitle } from '~/components/ui/section-title'
import { factWords } from '~/lib/fact-words'
import { useFacts } from '~/lib/use-facts'
import { CountedTextarea } from './tool-controls'

type Props = { form: UseFormReturn<ToolValues>; values: ToolValues }
type FactProps = Props & { fact: Fact }

/** The optional facts of a tool: those of the site, each with the control of its kind. */
export function FactsSection(props: Props) {
  const id = useId()
  const facts = useFacts()
  if (facts.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-10 border-line border-t pt-7">
      <SectionTitle id={id}>{common.facts}</SectionTitle>
      <p className="mt-0.5 text-[13px] text-ink-faint leading-5">{messages.onlyWhatIsKnown}</p>
      <div className="mt-5 grid gap-x-6 gap-y-[22px] sm:grid-cols-2">
        {facts.map((fact) => (
          <div key={fact.column} className={WIDE.includes(fact.kind) ? 'sm:col-span-2' : undefined}>
            <FactControl fact={fact} {...props} />
          </div>
        ))}
      </div>
    </section>
  )
}

const WIDE: readonly Field['kind'][] = ['choices', 'markdown']

const INPUTS: Partial<Record<Field['kind'], string>> = { address: 'url', number: 'number' }

const HINTS: Partial<Record<string, string>> = {
  license: messages.license,
  long_description: messages.details,
}

function FactControl(props: FactProps) {
  const { fact, form, values } = props
  const input = () => form.register(`facts.${fact.column}`)
  switch (fact.kind) {
    case 'choice':
      return <Choice {...props} type="radio" choices={['', ...fact.values]} />
    case 'answer':
      return <Choice {...props} type="radio" choices={['', 'true', 'false']} />
    case 'choices':
      return <Choice {...props} type="checkbox" choices={fact.values} />
    case 'markdown':
      return (
        <Labelled {...props}>
          {(wiring) => (
            <CountedTextarea
              {...wiring}
              {...input()}
              typed={String(values.facts[fact.column])}
              limit={fact.limit}
              className="min-h-[220px]"
            />
          )}
        </Labelled>
      )
    default:
      return (
        <Labelled {...props}>
          {(wiring) => (
            <Input
              {...wiring}
              {...input()}
              type={INPUTS[fact.kind] ?? 'text'}
              step={fact.kind === 'number' ? 'any' : undefined}
              placeholder={fact.kind === 'address' ? messages.toolForm.placeholders.website_url : undefined}
              autoComplete="off"
            />
          )}
        </Labelled>
      )
  }
}

/** One or several values, without a select: the only listbox in this form is that of the categories. */
function Choice({
  fact,
  form,
  type,
  choices,
}: FactProps & { type: 'radio' | 'checkbox'; choices: readonly string[] }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{fact.name}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((value) => (
          <label key={value} className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              {...form.register(`facts.${fact.column}`)}
              type={type}
              value={value}
              className="size-4.5 shrink-0 accent-accent"
            />
            {factWords(fact, value) ?? unknown}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Labelled({ fact, form, children }: FactProps & { children: (wiring: FieldWiring) => ReactNode }) {
  return (
    <FormField
      label={fact.name}
      hint={HINTS[fact.column] ?? (fact.unit || undefined)}
      error={form.formState.errors.facts?.[fact.column]?.message}
    >
      {children}
    </FormField>
  )
}

import type { FieldErrors } from 'react-hook-form'
import { siteFacts as messages } from '#messages/site-settings.js'
import {
  BUILT_IN,
  canCompare,
  canFilter,
  canStandOnCard,
  FACT_LIMITS,
  type FactSetting,
  hasOptions,
  OWN_KINDS,
} from '#shared/own-facts.ts'
import { FACTS } from '#shared/tool-fields.ts'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'
import { Select } from '~/components/ui/select'

type Props = {
  fact: FactSetting
  errors: FieldErrors<FactSetting> | undefined
  onChange: (fact: FactSetting) => void
}

/** What one fact is called, what it is, and where it is shown. Of ours only the name and the places change. */
export function FactEditor({ fact, errors, onChange }: Props) {
  const ours = FACTS.find(({ column }) => column === fact.key)
  const kind = BUILT_IN.get(fact.key) ?? fact.kind
  const set = (changed: Partial<FactSetting>) => onChange({ ...fact, ...changed })
  const text = (part: 'label' | 'unit' | 'schema_org') => ({
    value: fact[part] ?? '',
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [part]: target.value }),
  })
  const places = [
    ...(canFilter(kind) ? (['filters'] as const) : []),
    ...(canCompare(fact) ? (['compares'] as const) : []),
    ...(canStandOnCard(kind) ? (['on_card'] as const) : []),
  ]
  const shown = { filters: ours?.filters, compares: ours?.compares, on_card: ours?.onCard }
  return (
    <div className="grid gap-4 border-line border-t bg-sunken/40 px-4 py-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField
          label={messages.name}
          error={errors?.label?.message ?? errors?.key?.message}
          hint={fact.key && messages.key({ key: fact.key })}
        >
          {(wiring) => <Input {...wiring} {...text('label')} data-action="name" placeholder={ours?.name} />}
        </FormField>
        {!ours && (
          <FormField label={messages.kind} error={errors?.kind?.message}>
            {({ 'aria-invalid': _, ...wiring }) => (
              <Select
                {...wiring}
                value={kind}
                onChange={({ target }) => {
                  const chosen = OWN_KINDS.find((known) => known === target.value)
                  const options = hasOptions(chosen)
                    ? (fact.options ?? [{ value: '', label: '' }])
                    : fact.options
                  set({ kind: chosen, options })
                }}
              >
                {OWN_KINDS.map((known) => (
                  <option key={known} value={known}>
                    {messages.kinds[known]}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        )}
        {!ours && kind === 'number' && (
          <FormField label={messages.unit} hint={messages.unitHint} error={errors?.unit?.message}>
            {(wiring) => <Input {...wiring} {...text('unit')} />}
          </FormField>
        )}
        {!ours && (
          <FormField label={messages.term} hint={messages.termHint} error={errors?.schema_org?.message}>
            {(wiring) => <Input {...wiring} {...text('schema_org')} dir="ltr" spellCheck={false} />}
          </FormField>
        )}
      </div>
      {!ours && hasOptions(kind) && <Options fact={fact} errors={errors} onChange={onChange} />}
      {places.length > 0 && (
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {places.map((place) => (
            <label key={place} className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={fact[place] ?? shown[place] ?? false}
                onChange={({ target }) => set({ [place]: target.checked })}
                className="size-4.5 shrink-0 accent-accent"
              />
              {messages[place]}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}

/** The choices of a fact. Each keeps the key it was published with, so it can be renamed. */
function Options({ fact, errors, onChange }: Props) {
  const { options = [] } = fact
  const name = fact.label || messages.newFact
  const set = (next: NonNullable<FactSetting['options']>) => onChange({ ...fact, options: next })
  const all = errors?.options
  const mistake =
    all?.root?.message ?? all?.message ?? options.map((_, place) => messageAt(all, place)).find(Boolean)
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{messages.options}</legend>
      <ul className="grid gap-2 sm:grid-cols-2">
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new choice has no key yet.
          <li key={place} className="flex gap-1">
            <Input
              value={option.label}
              autoComplete="off"
              aria-label={messages.optionNamed({ fact: name, place: place + 1 })}
              aria-invalid={messageAt(all, place) !== undefined}
              onChange={({ target }) => set(options.with(place, { ...option, label: target.value }))}
            />
            <Button
              variant="ghost"
              size="sm"
              className="h-auto! px-2!"
              aria-label={messages.removeOption({ name: option.label || String(place + 1) })}
              onClick={() => set(options.toSpliced(place, 1))}
            >
              <Icon name="close" size={15} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button
          variant="quiet"
          size="sm"
          disabled={options.length >= FACT_LIMITS.options}
          onClick={() => set([...options, { value: '', label: '' }])}
        >
          {messages.addOption}
        </Button>
        {mistake && <p className="text-[13px] text-bad leading-5">{mistake}</p>}
      </div>
    </fieldset>
  )
}

const messageAt = (errors: FieldErrors<FactSetting>['options'], place: number) =>
  errors?.[place]?.label?.message ?? errors?.[place]?.value?.message

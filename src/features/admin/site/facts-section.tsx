import { useId, useState } from 'react'
import { siteFacts as messages, siteForm } from '#messages/site-settings.js'
import { BUILT_IN, FACT_LIMITS, type FactSetting } from '#shared/own-facts.ts'
import { FACTS, type Fact, factsOf } from '#shared/tool-fields.ts'
import { EntryButtons, useFocusAfterChange } from '~/components/form/entry-buttons'
import { Button } from '~/components/ui/button'
import { factWords } from '~/lib/fact-words'
import { FactEditor } from './fact-editor'
import { withKeys } from './fact-keys'
import { siteFields } from './setting-words'
import { FormSection, type SiteFormApi } from './site-fields'
import { DEFAULT_FACTS } from './site-values'

const NEW: FactSetting = { key: '', label: '', kind: 'choice', options: [{ value: '', label: '' }] }

/** The name of a fact as it is typed. */
const nameOf = ({ key, label }: FactSetting) =>
  label || (FACTS.find(({ column }) => column === key)?.name ?? messages.newFact)

/** What is known of a tool: facts in order, each opened in its row, added, removed and brought back. */
export function FactsSection({ form }: { form: SiteFormApi }) {
  const facts = form.watch('facts')
  const errors = form.formState.errors.facts
  const [open, setOpen] = useState(-1)
  const { list, focusNext } = useFocusAfterChange<HTMLDivElement>()

  function change(next: FactSetting[], focus?: string) {
    focusNext(focus)
    form.setValue('facts', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }

  function move(from: number, by: -1 | 1) {
    const [moved, to] = [facts[from], from + by]
    if (!moved || to < 0 || to >= facts.length) return
    if (open === from) setOpen(to)
    else if (open === to) setOpen(from)
    change(facts.toSpliced(from, 1).toSpliced(to, 0, moved), `${by} ${to}`)
  }

  function remove(place: number) {
    setOpen(open === place ? -1 : open > place ? open - 1 : open)
    change(facts.toSpliced(place, 1), facts.length > 1 ? `0 ${Math.min(place, facts.length - 2)}` : 'add')
  }

  function add(fact: FactSetting) {
    if (!BUILT_IN.has(fact.key)) setOpen(facts.length)
    change([...facts, fact], BUILT_IN.has(fact.key) ? 'add' : 'name')
  }

  const missing = DEFAULT_FACTS.filter(({ key }) => !facts.some((fact) => fact.key === key))
  const listMistake = errors?.root?.message ?? errors?.message
  return (
    <FormSection title={siteFields.facts} hint={siteForm.sections.factsHint}>
      <div ref={list} className="grid gap-3">
        {facts.length > 0 ? (
          <ol className="card divide-y divide-line shadow-none">
            {facts.map((fact, place) => {
              const name = nameOf(fact)
              const mistake = errors?.[place] !== undefined
              const isOpen = open === place || mistake
              const kind = BUILT_IN.get(fact.key) ?? fact.kind
              return (
                <li key={fact.key || `new-${place}`}>
                  <div className="flex min-h-12 items-center gap-2 py-1 pe-1.5 ps-4">
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      onClick={() => setOpen(isOpen ? -1 : place)}
                      className="flex min-h-10 min-w-0 flex-1 flex-wrap content-center items-baseline gap-x-2.5 text-start hover:text-accent pointer-coarse:min-h-11"
                    >
                      <span dir="auto" className={`font-medium text-sm ${mistake ? 'text-bad' : ''}`}>
                        {name}
                      </span>
                      <span className="text-[13px] text-ink-faint">{kind && messages.kinds[kind]}</span>
                    </button>
                    <EntryButtons
                      id={place}
                      name={name}
                      isFirst={place === 0}
                      isLast={place === facts.length - 1}
                      onMove={(by) => move(place, by)}
                      onRemove={() => remove(place)}
                    />
                  </div>
                  {isOpen && (
                    <FactEditor
                      fact={fact}
                      errors={errors?.[place]}
                      onChange={(changed) => change(facts.with(place, changed))}
                    />
                  )}
                </li>
              )
            })}
          </ol>
        ) : (
          <p className="text-[13px] text-ink-soft">{messages.none}</p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="quiet"
            size="sm"
            data-action="add"
            disabled={facts.length >= FACT_LIMITS.facts}
            onClick={() => add(NEW)}
          >
            {messages.add}
          </Button>
          {missing.map((fact) => (
            <Button key={fact.key} variant="ghost" size="sm" onClick={() => add(fact)}>
              {messages.bringBack({ name: nameOf(fact) })}
            </Button>
          ))}
        </div>
        <p className={`text-[13px] leading-5 ${listMistake ? 'text-bad' : 'text-ink-faint'}`}>
          {listMistake ?? messages.removeHint}
        </p>
        <FactsPreview facts={facts} />
      </div>
    </FormSection>
  )
}

/** The facts as a page shows them, with examples of values. */
function FactsPreview({ facts }: { facts: readonly FactSetting[] }) {
  const id = useId()
  const shown = factsOf(withKeys(facts)).filter(({ kind, name }) => kind !== 'markdown' && name)
  if (shown.length === 0) return null
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3.5">
      <p id={id} className="font-medium text-[13px] text-ink-soft">
        {messages.preview}
      </p>
      <table aria-labelledby={id} className="mt-2 w-full text-sm leading-5">
        <tbody className="divide-y divide-line border-line border-t">
          {shown.map((fact) => (
            <tr key={fact.column}>
              <th
                scope="row"
                dir="auto"
                className="w-2/5 py-2 pe-3 text-start align-top font-normal text-ink-faint wrap-anywhere"
              >
                {fact.name}
              </th>
              <td dir="auto" className="py-2 wrap-anywhere">
                {factWords(fact, exampleOf(fact)) ?? messages.example}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function exampleOf({ kind, values }: Fact) {
  if (kind === 'choice') return values[0]
  if (kind === 'choices') return values.slice(0, 2)
  if (kind === 'answer') return true
  if (kind === 'number') return 12
  return kind === 'address' ? 'example.org' : messages.example
}

import { useId } from 'react'
import { siteFacts as messages } from '#messages/site-settings.js'
import type { FactSetting } from '#shared/own-facts.ts'
import { type Fact, factsOf } from '#shared/tool-fields.ts'
import { factWords } from '~/lib/fact-words'
import { withKeys } from './fact-keys'

/** The facts as a page shows them, with examples of values. */
export function FactsPreview({ facts }: { facts: readonly FactSetting[] }) {
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

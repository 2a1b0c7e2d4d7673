import { factValues } from '#shared/tool-fields.ts'
import type { Json } from '~/database.types'
import { factWords } from '~/lib/fact-words'
import { useFacts } from '~/lib/use-facts'

/** The facts that a card shows, in order. */
export function CardFacts({ facts }: { facts: Json }) {
  const values = factValues({ own_facts: facts })
  const shown = useFacts().flatMap((fact) => {
    const words = fact.onCard ? factWords(fact, values[fact.column]) : undefined
    return words ? [{ ...fact, words }] : []
  })
  if (shown.length === 0) return null
  return (
    <dl className="flex basis-full flex-wrap gap-x-3.5 text-[13px] text-ink-faint leading-5">
      {shown.map(({ column, name, words }) => (
        <div key={column} dir="auto">
          <dt className="inline">{name}: </dt>
          <dd className="inline text-ink-soft">
            <bdi>{words}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import * as common from '#messages/common.js'
import { type Fact, type FieldValue, factValues } from '#shared/tool-fields.ts'
import { FactLink } from '~/components/fact-link'
import { MarkdownNodes } from '~/components/markdown'
import { StructuredData } from '~/components/structured-data'
import { SectionTitle } from '~/components/ui/section-title'
import { factWords } from '~/lib/fact-words'
import type { MarkdownNode } from '~/lib/read-markdown'
import { useFacts } from '~/lib/use-facts'
import { parseHomeSearch } from './list-search'
import { toolData } from './structured-data'
import type { ToolRow } from './tool-page-data'

/** The structured data of a tool's page. */
export function ToolData({ tool }: { tool: ToolRow }) {
  const facts = useFacts()
  return <StructuredData describe={() => toolData(tool, facts)} />
}

/** The known facts of a tool as a table; nothing if none are known. */
export function ToolFacts({ tool }: { tool: ToolRow }) {
  const values = factValues(tool)
  const known = useFacts().filter((fact) => factWords(fact, values[fact.column]) !== undefined)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="facts" className="md:[grid-area:1/2]">
      <SectionTitle id="facts">{common.facts}</SectionTitle>
      <table aria-labelledby="facts" className="mt-3 w-full text-sm leading-5">
        <tbody className="divide-y divide-line border-line border-y">
          {known.map((fact) => (
            <tr key={fact.column}>
              <th
                scope="row"
                className="w-[104px] py-2 pe-3 text-start align-top pointer-coarse:py-3 font-normal text-ink-faint md:max-lg:block md:max-lg:pb-0"
              >
                {fact.name}
              </th>
              <td className="py-2 wrap-anywhere pointer-coarse:py-3 pointer-coarse:has-[a]:py-0 md:max-lg:block md:max-lg:pt-0">
                {show(fact, values[fact.column] ?? null)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function show(fact: Fact, value: FieldValue): ReactNode {
  switch (fact.kind) {
    case 'choice':
      return filter(fact, String(value), value)
    case 'answer':
      return filter(fact, value === true ? 'yes' : 'no', value)
    case 'choices':
      return (Array.isArray(value) ? value : [])
        .filter((each) => factWords(fact, each))
        .map((each, place) => (
          <Fragment key={each}>
            {place > 0 && ', '}
            {filter(fact, each, each)}
          </Fragment>
        ))
    case 'number':
      return factWords(fact, value)
    case 'address':
      return <FactLink address={String(value)} />
    default:
      return <bdi>{value}</bdi>
  }
}

/** One value, linked to the tools that share it. */
function filter(fact: Fact, value: string, shown: FieldValue) {
  const words = <span dir="auto">{factWords(fact, shown)}</span>
  if (!fact.filters) return words
  const search = fact.isOwn ? { facts: `${fact.column}.${value}` } : { [fact.column]: value }
  return (
    <Link to="/" search={parseHomeSearch(search)} className="link target">
      {words}
    </Link>
  )
}

/** The long description of a tool, parsed by read-markdown.ts. */
export function ToolDetails({ details }: { details: readonly MarkdownNode[] }) {
  const fact = useFacts().find(({ column }) => column === 'long_description')
  if (details.length === 0 || !fact) return null
  return (
    <section aria-labelledby="details" className="mt-12 in-[:has([data-skeleton=recommendation])]:hidden">
      <SectionTitle id="details">{fact.name}</SectionTitle>
      <div dir="auto" className="prose-details mt-3">
        <MarkdownNodes nodes={details} rel="nofollow noopener" />
      </div>
    </section>
  )
}

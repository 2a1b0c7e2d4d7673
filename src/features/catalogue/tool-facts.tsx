import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { factNames } from '#messages/facts.js'
import * as messages from '#messages/tool-page.js'
import { FACTS, type FactColumn, type Field, type FieldValue } from '#shared/tool-fields.ts'
import { MarkdownNodes } from '~/components/markdown'
import { SectionTitle } from '~/components/ui/section-title'
import { factWords } from '~/lib/fact-words'
import type { MarkdownNode } from '~/lib/read-markdown'
import { parseHomeSearch } from './list-search'

type Facts = Record<FactColumn, FieldValue>

/** The known facts of a tool as a table; nothing if none are known. */
export function ToolFacts({ tool }: { tool: Omit<Facts, 'long_description'> }) {
  const facts: Facts = { ...tool, long_description: null }
  const known = FACTS.filter(({ column }) => factWords(column, facts[column]) !== undefined)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="facts" className="md:[grid-area:1/2]">
      <SectionTitle id="facts">{messages.facts}</SectionTitle>
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
                {show(fact, facts[fact.column])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function show({ column, kind }: Field, value: FieldValue): ReactNode {
  switch (kind) {
    case 'choice':
      return filter(column, String(value), value)
    case 'answer':
      return filter(column, value === true ? 'yes' : 'no', value)
    case 'choices':
      return (Array.isArray(value) ? value : []).map((each, place) => (
        <Fragment key={each}>
          {place > 0 && ', '}
          {filter(column, each, each)}
        </Fragment>
      ))
    case 'address':
      return (
        <a
          href={String(value)}
          target="_blank"
          rel="noopener"
          title={messages.opensInANewTab}
          dir="ltr"
          className="link target"
        >
          {withoutScheme(String(value))}
        </a>
      )
    default:
      return <bdi>{value}</bdi>
  }
}

/** One value, linked to the tools that share it. */
const filter = (column: string, value: string, shown: FieldValue) => (
  <Link to="/" search={parseHomeSearch({ [column]: value })} className="link target">
    {factWords(column, shown)}
  </Link>
)

const withoutScheme = (address: string) => address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')

/** The long description of a tool, parsed by read-markdown.ts. */
export function ToolDetails({ details }: { details: readonly MarkdownNode[] }) {
  if (details.length === 0) return null
  return (
    <section aria-labelledby="details" className="mt-12 in-[:has([data-skeleton=recommendation])]:hidden">
      <SectionTitle id="details">{factNames.long_description}</SectionTitle>
      <div dir="auto" className="prose-details mt-3">
        <MarkdownNodes nodes={details} rel="nofollow noopener" />
      </div>
    </section>
  )
}

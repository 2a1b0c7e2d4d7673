import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { MarkdownNodes } from '~/components/markdown'
import { SectionTitle } from '~/components/ui/section-title'
import type { MarkdownNode } from '~/lib/read-markdown'
import { factWords } from '~/messages/en/fact-words'
import { factNames } from '#shared/messages/en/facts.ts'
import * as messages from '~/messages/en/tool-page'
import { FACT_FIELDS, type FactField, type Facts, factFields } from '#shared/fact-fields.ts'
import { parseHomeSearch } from './list-search'

type Shown = (field: FactField, value: Facts[FactField]) => ReactNode

/** The known facts of a tool as a table; nothing if none are known. */
export function ToolFacts({ tool }: { tool: Omit<Facts, 'long_description'> }) {
  const facts: Facts = { ...tool, long_description: null }
  const known = FACT_FIELDS.filter((field) => factWords(field, facts[field]) !== undefined)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="facts" className="tool-facts">
      <SectionTitle id="facts">{messages.facts}</SectionTitle>
      <table aria-labelledby="facts" className="mt-3 w-full text-sm leading-5">
        <tbody className="divide-y divide-line border-line border-y">
          {known.map((field) => (
            <tr key={field}>
              <th
                scope="row"
                className="w-[104px] py-2 pr-3 text-left align-top pointer-coarse:py-3 font-normal text-ink-faint md:max-lg:block md:max-lg:pb-0"
              >
                {factNames[field]}
              </th>
              <td className="py-2 wrap-anywhere pointer-coarse:py-3 pointer-coarse:has-[a]:py-0 md:max-lg:block md:max-lg:pt-0">
                {SHOWN[field](field, facts[field])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** One value, linked to the tools that share it. */
const filter = (field: FactField, value: string, shown: unknown) => (
  <Link to="/" search={parseHomeSearch({ [field]: value })} className="link target">
    {factWords(field, shown)}
  </Link>
)

const SHOWN: Record<FactField, Shown> = factFields({
  choice: (): Shown => (field, value) => filter(field, String(value), value),
  answer: (): Shown => (field, value) => filter(field, value === true ? 'yes' : 'no', value),
  line: (): Shown => (_, value) => <bdi>{value}</bdi>,
  address: (): Shown => (_, value) => (
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
  ),
  choices: (): Shown => (field, values) =>
    (Array.isArray(values) ? values : []).map((value, place) => (
      <Fragment key={value}>
        {place > 0 && ', '}
        {filter(field, value, value)}
      </Fragment>
    )),
  markdown: (): Shown => () => null,
})

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

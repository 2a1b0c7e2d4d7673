import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/compare.js'
import { unknown } from '#messages/facts.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { type Fact, factValues } from '#shared/tool-fields.ts'
import { CategoryBadges } from '~/components/category-badges'
import { FactLink } from '~/components/fact-link'
import { Logo } from '~/components/logo'
import { MemberLink } from '~/components/member-link'
import { Reason } from '~/components/reason'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { ToolLink } from '~/components/ui/tool-link'
import { countedLink } from '~/lib/counted-link'
import { factWords } from '~/lib/fact-words'
import { inWords } from '~/lib/name-lists'
import { useFacts } from '~/lib/use-facts'
import type { ComparedTool } from './compare-data'
import { remove } from './tray-store'

type Props = { tools: readonly ComparedTool[] }

const CELL = 'py-3.5 pe-[18px] text-start align-top font-normal'

/** On a wide screen the tools stay visible when the page is scrolled. */
const HEAD = `${CELL} md:sticky md:top-[61px] md:z-1 md:bg-paper`

/** The comparison. On a phone a row's name stands above its cells, and the table scrolls sideways. */
export function ComparedTable({ tools }: Props) {
  const slugs = tools.map(({ slug }) => slug)
  const compared = useFacts().filter((fact) => fact.compares)
  return (
    <section
      aria-label={messages.comparison}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      // Relative: contains what is hidden visually inside, which would otherwise widen the page.
      className="focus-visible:outline-offset-6 max-md:relative max-md:-mx-[18px] max-md:overflow-x-auto max-md:px-[18px]"
    >
      <table
        data-tools={tools.length}
        className="w-full table-fixed text-[14.5px]/[1.5] max-md:data-[tools=3]:w-[500px] max-md:data-[tools=4]:w-[660px]"
      >
        <caption className="sr-only">
          {messages.comparing({ names: inWords(tools.map(({ name }) => name)) })}
        </caption>
        <thead>
          <tr>
            <td className={`${HEAD} w-[168px] max-md:w-0 max-md:p-0`} />
            {tools.map((tool) => (
              <th key={tool.id} scope="col" className={HEAD}>
                <Head tool={tool} others={slugs.filter((slug) => slug !== tool.slug)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="*:border-t *:border-line">
          <Row name={common.recommendations} tools={tools} cell={(tool) => tool.upvote_count} />
          {compared.map((fact) => (
            <FactRow key={fact.column} tools={tools} fact={fact} />
          ))}
          <Row name={common.categories} tools={tools} cell={(tool) => <Categories tool={tool} />} />
          <Row
            name={toolFieldNames.short_description}
            tools={tools}
            cell={(tool) => <p dir="auto">{tool.short_description}</p>}
          />
          <Row name={messages.reasons} tools={tools} cell={(tool) => <Reasons tool={tool} />} />
          <Row name={messages.website} tools={tools} cell={(tool) => <Websites tool={tool} />} />
        </tbody>
      </table>
    </section>
  )
}

type RowProps = Props & { name: string; cell: (tool: ComparedTool) => ReactNode; isSame?: boolean }

function Row({ name, tools, cell, isSame = false }: RowProps) {
  return (
    <tr>
      <th
        scope="row"
        className={`${CELL} text-[13px]/[22px] text-ink-faint max-md:sticky max-md:start-0 max-md:w-0 max-md:px-0 max-md:pt-2.5 max-md:pb-0 max-md:whitespace-nowrap`}
      >
        {name}
        {isSame && (
          <span className="ms-2 inline-block rounded-full border border-line px-2 text-[11.5px]/5 text-ink-soft">
            {messages.same}
          </span>
        )}
      </th>
      {tools.map((tool) => (
        <td key={tool.id} className={`${CELL} max-md:pt-9`}>
          {cell(tool)}
        </td>
      ))}
    </tr>
  )
}

/** A row that says so where all tools have the same value. */
function FactRow({ fact, tools }: Props & { fact: Fact }) {
  const known = (tool: ComparedTool) => factWords(fact, factValues(tool)[fact.column])
  const values = tools.map(known)
  return (
    <Row
      name={fact.name}
      tools={tools}
      isSame={values.length > 1 && Boolean(values[0]) && new Set(values).size === 1}
      cell={(tool) => {
        const words = known(tool)
        if (!words) return <span className="text-ink-faint">{unknown}</span>
        if (fact.kind !== 'address') return fact.isOwn ? <bdi>{words}</bdi> : words
        return <FactLink address={words} />
      }}
    />
  )
}

function Head({ tool, others }: { tool: ComparedTool; others: string[] }) {
  return (
    <div className="grid justify-items-start gap-2">
      <Logo tool={tool} size="card" />
      <ToolLink slug={tool.slug} className="card-name target hover:underline">
        {tool.name}
      </ToolLink>
      <Link
        to="/compare"
        search={{ tools: others }}
        rel="nofollow"
        aria-label={common.removeNamed({ name: tool.name })}
        onClick={() => remove(tool.slug)}
        className="flex min-h-6 items-center gap-1 text-[13px] font-normal text-ink-faint hover:text-ink pointer-coarse:min-h-11"
      >
        <Icon name="close" size={13} />
        {messages.removeIt}
      </Link>
    </div>
  )
}

function Categories({ tool: { categories } }: { tool: ComparedTool }) {
  if (categories.length === 0) return <span className="text-ink-faint">{common.none}</span>
  return <CategoryBadges categories={categories} />
}

/** The newest recommendations. */
function Reasons({ tool: { reasons } }: { tool: ComparedTool }) {
  if (reasons.length === 0) return <span className="text-ink-faint">{common.noRecommendationsYet}</span>
  return (
    <div className="grid gap-4">
      {reasons.map(({ reason, writer, hasPage }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static.
        <Reason key={place} size="aside" reason={reason}>
          <MemberLink username={writer} hasPage={hasPage} />
        </Reason>
      ))}
    </div>
  )
}

function Websites({ tool: { name, slug, website_url, repository_url } }: { tool: ComparedTool }) {
  const repository = useFacts().find(({ column }) => column === 'repository_url')
  return (
    <div className="grid justify-items-start gap-2">
      <a
        href={website_url}
        target="_blank"
        rel="noopener"
        title={common.opensInANewTab}
        {...countedLink(slug)}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        {common.visitWebsite}
        <span className="sr-only">{messages.ofTool({ name })}</span>
        <Icon name="away" size={13} className="-me-1 text-ink-faint" />
      </a>
      {repository_url && repository && (
        <a
          href={repository_url}
          target="_blank"
          rel="noopener"
          title={common.opensInANewTab}
          className="link target text-[13px]"
        >
          {repository.name}
          <span className="sr-only">{messages.ofTool({ name })}</span>
        </a>
      )}
    </div>
  )
}

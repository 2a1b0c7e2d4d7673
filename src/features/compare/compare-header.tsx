import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/compare.js'
import { asList, inWords } from '~/lib/name-lists'
import { useSite } from '~/lib/site-data'
import type { ComparedTool } from './compare-data'
import { MAX_COMPARED } from './compare-search'

type Props = {
  /** The slugs in the URL. */
  slugs: readonly string[]
  /** Those that exist. */
  found: readonly ComparedTool[]
}

/** The header of the comparison, with messages about its URL. */
export function CompareHeader({ slugs, found }: Props) {
  const site = useSite()
  const unknown = slugs.filter((slug) => !found.some((tool) => tool.asked === slug))
  const shown = found.slice(0, MAX_COMPARED)
  const leftOut = found.slice(MAX_COMPARED).map(({ name }) => name)
  const notes = [
    ...unknown.map((slug) => messages.unknownTool({ ...site, slug })),
    ...(leftOut.length > 0 ? [messages.leftOut({ ...site, names: asList(leftOut) })] : []),
    ...(shown.length === 1 ? [messages.addAnother(site)] : []),
  ]
  return (
    <div className="pt-9 pb-6 md:pt-16 md:pb-8">
      <h1 dir="auto" className="display text-[34px] md:text-[46px]">
        {shown.length > 0
          ? messages.comparing({ names: inWords(shown.map(({ name }) => name)) })
          : messages.compareTools(site)}
      </h1>
      {shown.length === 0 && (
        <p className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
          {messages.howToCompare(site)}{' '}
          <Link to="/" className="link">
            {common.browseItems(site)}
          </Link>
        </p>
      )}
      {notes.length > 0 && (
        <ul className="mt-4 grid gap-1 text-ink-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/compare.js'
import type { Words } from '#shared/words.ts'
import { Logo } from '~/components/logo'
import { Button } from '~/components/ui/button'
import { UrlInput } from '~/components/ui/input'
import { basePath } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { MAX_COMPARED } from './compare-search'

type Candidate = { id: string; name: string; slug: string; logo: string | null }

type Props = {
  /** Slugs of the compared tools. */
  slugs: readonly string[]
  /** The search text for another tool. */
  text: string | undefined
  /** The results; undefined while loading. */
  candidates: readonly Candidate[] | undefined
}

/** Number of results offered. */
const MAX_OFFERED = 6

/** Searches for another tool to compare and offers the results as links, also without scripts. */
export function AddTool({ slugs, text, candidates }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const site = useSite()
  if (slugs.length >= MAX_COMPARED)
    return <p className="pt-8 text-ink-soft">{messages.removeOneFirst(site)}</p>
  const offered = candidates?.filter(({ slug }) => !slugs.includes(slug)).slice(0, MAX_OFFERED)
  return (
    <search className="block max-w-xl pt-8">
      <form
        action={`${basePath()}/compare`}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = String(new FormData(event.currentTarget).get('add') ?? '').trim()
          void navigate({
            to: '/compare',
            search: { tools: slugs.length > 0 ? [...slugs] : undefined, add: typed || undefined },
            resetScroll: false,
          })
        }}
      >
        <label htmlFor={id} className="text-sm font-medium">
          {messages.addTool(site)}
        </label>
        <div className="mt-1.5 flex gap-2.5">
          {slugs.length > 0 && <input type="hidden" name="tools" value={slugs.join(',')} />}
          <UrlInput id={id} name="add" value={text} maxLength={100} />
          <Button type="submit" variant="quiet" size="lg">
            {messages.find}
          </Button>
        </div>
      </form>
      <p role="status" className="mt-3 text-[13px] text-ink-soft">
        {text && candidates && offered && outcomeOf(site, text, candidates, offered)}
      </p>
      {text && offered && offered.length > 0 && (
        <ul className="mt-1 grid gap-1 sm:grid-cols-2">
          {offered.map(({ id: toolId, slug, name, logo }) => (
            <li key={toolId}>
              <Link
                to="/compare"
                search={{ tools: [...slugs, slug] }}
                rel="nofollow"
                aria-label={messages.add({ name })}
                className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 text-sm font-medium hover:bg-sunken"
              >
                <Logo tool={{ name, logo }} size="sm" />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** What a search led to: nothing, nothing new, or something to add. */
function outcomeOf(
  site: Words,
  text: string,
  found: readonly Candidate[],
  offered: readonly Candidate[],
): string {
  if (found.length === 0) return common.noResultsFound
  return offered.length === 0 ? messages.allCompared(site) : messages.matches({ ...site, query: text })
}

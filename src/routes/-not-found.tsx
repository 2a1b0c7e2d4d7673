import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as messages from '#messages/site.js'
import { buttonClass } from '~/components/ui/button'
import { AlternativeLinks } from '~/features/catalogue/alternatives'
import { toolListQuery } from '~/features/catalogue/catalogue-data'
import { listOf } from '~/features/catalogue/list-search'
import { ResultsForm } from '~/features/catalogue/results'
import { logError } from '~/lib/errors'

/** The page for unknown URLs (section 2), with the search and three tools that people recommend just now; the visit is logged. */
export function NotFoundPage() {
  useEffect(() => logError('Nothing is at this address:', window.location.pathname), [])
  const navigate = useNavigate()
  // The first page of the list that home shows too.
  const { data } = useInfiniteQuery(toolListQuery(listOf({ sort: 'trending' }, [])))
  const tools = data?.pages.flatMap((page) => page.tools).slice(0, 3)
  return (
    <div className="mx-auto w-full max-w-xl px-[18px] pt-20 pb-24 md:pt-28">
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="display text-[112px] text-accent md:text-[160px]">404</h1>
        <p className="text-[17px] text-ink-soft">{messages.oopsPageNotFound}</p>
        <Link to="/" className={buttonClass({ size: 'lg', className: 'mt-3' })}>
          {messages.returnToHome}
        </Link>
      </div>
      <div className="mt-10">
        <ResultsForm search={{}} onSearch={(search) => navigate({ to: '/search', search })} />
      </div>
      {tools && tools.length > 0 && <AlternativeLinks tools={tools} />}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/form.js'
import { buttonClass } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/skeleton'
import { useSite } from '~/lib/site-data'
import { type Text, textOf } from '~/lib/texts'

/** The skeleton of a form: heading, `fields` fields, buttons. */
export function FormSkeleton({ fields, aside = false }: { fields: number; aside?: boolean }) {
  return (
    <div data-skeleton="form">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      <Skeleton className="h-8 w-44" />
      <div className="mt-7 grid gap-x-12 gap-y-[22px] md:grid-cols-[minmax(0,1fr)_280px]">
        <div className="grid content-start gap-[22px]">
          {Array.from({ length: fields }, (_, place) => place).map((place) => (
            <div key={place} className="grid gap-2.5">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-11 rounded-control" />
            </div>
          ))}
        </div>
        {aside && <Skeleton className="h-60 rounded-card" />}
      </div>
      <Skeleton className="mt-9 h-11 w-36 rounded-xl" />
    </div>
  )
}

const LISTS = { tool: '/admin/tools', category: '/admin/categories' } as const

type EditingProps<T> = {
  /** The edited entity; null if it does not exist. */
  query: { data: T | null | undefined; error: Error | null; refetch: () => unknown }
  thing: keyof typeof LISTS
  skeleton: ReactNode
  children: (opened: T) => ReactNode
}

/** Section 2, Admin: a form with its tool or category once it is loaded, or a message that it does not exist. */
export function Editing<T>({ query, thing, skeleton, children }: EditingProps<T>) {
  const site = useSite()
  const { data, error, refetch } = query
  if (error && data === undefined) return <LoadFailure error={error} onRetry={refetch} />
  if (data === undefined) return skeleton
  if (data !== null) return children(data)
  const words: Record<'name' | 'inSentence' | 'all', Text> = messages.things[thing]
  return (
    <EmptyState title={messages.notFound({ noun: textOf(words.name, site) })}>
      <p className="mb-4">{messages.notThere({ thing: textOf(words.inSentence, site) })}</p>
      <Link to={LISTS[thing]} className={buttonClass({ variant: 'quiet' })}>
        {textOf(words.all, site)}
      </Link>
    </EmptyState>
  )
}

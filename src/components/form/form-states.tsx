import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/form.js'
import { buttonClass } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
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

type LoadedProps<T> = {
  /** What is shown; null if it does not exist. */
  query: { data: T | null | undefined; error: Error | null; refetch: () => unknown }
  skeleton: ReactNode
  missing: ReactNode
  /** Around what is shown instead. */
  className?: string
  children: (data: T) => ReactNode
}

/** What was read, once it is: until then a skeleton, or why it is not there. */
export function Loaded<T>({ query, skeleton, missing, className, children }: LoadedProps<T>) {
  const { data } = query
  if (data) return children(data)
  return (
    <div className={className}>
      {data === undefined ? <Pending query={query} skeleton={skeleton} /> : missing}
    </div>
  )
}

type EditingProps<T> = Pick<LoadedProps<T>, 'query' | 'skeleton' | 'children'> & {
  thing: keyof typeof LISTS
}

/** Section 2, Admin: a form with its tool or category once it is loaded, or a message that it does not exist. */
export function Editing<T>({ thing, ...loaded }: EditingProps<T>) {
  const site = useSite()
  const words: Record<'name' | 'inSentence' | 'all', Text> = messages.things[thing]
  const missing = (
    <EmptyState title={messages.notFound({ noun: textOf(words.name, site) })}>
      <p className="mb-4">{messages.notThere({ thing: textOf(words.inSentence, site) })}</p>
      <Link to={LISTS[thing]} className={buttonClass({ variant: 'quiet' })}>
        {textOf(words.all, site)}
      </Link>
    </EmptyState>
  )
  return <Loaded missing={missing} {...loaded} />
}

import type { ReactNode } from 'react'
import { EmptyState } from '~/components/ui/empty-state'
import { Skeleton } from '~/components/ui/skeleton'

/** The shape of a form while what it edits is being read: heading, `fields` fields, buttons. */
export function FormSkeleton({ fields, aside = false }: { fields: number; aside?: boolean }) {
  return (
    <div data-skeleton="form">
      <p role="status" className="sr-only">
        Loading...
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

/** What stands at the address of a form whose tool or category is not there. */
export function NothingToEdit({
  title,
  children,
  back,
}: {
  title: string
  children: string
  back: ReactNode
}) {
  return (
    <EmptyState title={title}>
      <p className="mb-4">{children}</p>
      {back}
    </EmptyState>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import { Skeleton } from '~/components/ui/skeleton'
import { LIST, ToolListSkeleton, useTopOfPage } from './skeletons'

type Props = { category: { name: string; description: string | null }; follow: ReactNode }

/** The header of a category's page: breadcrumbs, name, description, and the button to follow it. */
export function CategoryHeader({ category, follow }: Props) {
  return (
    <>
      <Breadcrumb
        links={[
          <Link key="categories" to="/categories" activeOptions={{ exact: true }}>
            {common.categories}
          </Link>,
        ]}
        current={category.name}
      />
      <header className="pt-6 pb-4 md:pt-8">
        <div className="flex items-baseline justify-between gap-6">
          <h1 dir="auto" className="display min-w-0 text-[38px] md:text-[52px]">
            {category.name}
          </h1>
          <div className="shrink-0 text-sm">{follow}</div>
        </div>
        {category.description && (
          <p dir="auto" className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
            {category.description}
          </p>
        )}
      </header>
    </>
  )
}

/** The skeleton of a category's page. */
export function CategoryPageSkeleton({ rows }: { rows: number }) {
  useTopOfPage()
  return (
    <div className="wrap">
      <div className="pt-8" aria-hidden="true">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-7 h-10 w-72 max-w-full md:mt-9 md:h-13" />
        <Skeleton className="mt-6 mb-6 h-4 w-full max-w-md md:mb-4" />
        <Skeleton className="mb-3.5 h-8 w-64 rounded-full md:mb-[18px]" />
      </div>
      <ul className={LIST} aria-busy="true">
        <ToolListSkeleton rows={rows} />
      </ul>
    </div>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import * as messages from '#messages/catalogue.js'
import * as heads from '#messages/page-heads.js'
import { StructuredData } from '~/components/structured-data'
import { categoryQueries } from '~/features/catalogue/catalogue-data'
import { CategoryGrid, CategoryGridSkeleton } from '~/features/catalogue/category-grid'
import { useTopOfPage } from '~/features/catalogue/skeletons'
import { categoriesData } from '~/features/catalogue/structured-data'
import { logError } from '~/lib/errors'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/categories/')({
  loader: async ({ context: { queryClient, site } }) => {
    await Promise.all([
      queryClient.ensureQueryData(categoryQueries.all()),
      queryClient.prefetchQuery(categoryQueries.samples()),
      queryClient.prefetchQuery(categoryQueries.reasons()),
    ])
    return loadedPage(site, heads.categories, '/categories')
  },
  head: loadedHead,
  component: CategoriesPage,
  pendingComponent: PendingPage,
})

function PendingPage() {
  useTopOfPage()
  return (
    <Frame>
      <CategoryGridSkeleton />
    </Frame>
  )
}

function CategoriesPage() {
  const { data: categories } = useSuspenseQuery(categoryQueries.all())
  const samples = useQuery(categoryQueries.samples())
  const reasons = useQuery(categoryQueries.reasons())
  useEffect(() => {
    if (samples.error) logError('The tools of the categories count as none:', samples.error)
  }, [samples.error])
  return (
    <Frame>
      <StructuredData describe={() => categoriesData(categories)} />
      {samples.isPending ? (
        <CategoryGridSkeleton />
      ) : (
        <CategoryGrid categories={categories} samples={samples.data ?? null} reasons={reasons.data ?? {}} />
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap pb-20">
      <h1 className="display pt-9 pb-7 text-[38px] md:pt-16 md:pb-9 md:text-[52px]">
        {messages.allCategories}
      </h1>
      {children}
    </div>
  )
}

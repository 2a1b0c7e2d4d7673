import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { weekQuery } from './catalogue-data'

// Not part of the first load: most weeks of a young directory have none.
const load = () => import('./week').then((part) => ({ default: part.Week }))
const Week = import.meta.env.SSR ? (await load()).default : lazy(load)

/** The recommendation of the week, if there is one. */
export function LazyWeek() {
  const { data } = useQuery(weekQuery())
  return (
    data && (
      <Suspense>
        <Week {...data} />
      </Suspense>
    )
  )
}

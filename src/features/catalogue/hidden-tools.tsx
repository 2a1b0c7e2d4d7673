import { type ComponentProps, lazy, Suspense } from 'react'

// Not part of the first load, which has no filters. If it fails to load, the number is missing.
const load = () =>
  import('./unknown-facts').then(
    (part) => ({ default: part.UnknownFacts }),
    () => ({ default: () => null }),
  )
const UnknownFacts = import.meta.env.SSR ? (await load()).default : lazy(load)

/** The tools that a filter hides for unknown facts, downloaded with the first filter. */
export const HiddenTools = (props: ComponentProps<typeof UnknownFacts>) => (
  <Suspense>
    <UnknownFacts {...props} />
  </Suspense>
)

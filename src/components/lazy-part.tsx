import { type ComponentType, lazy, memo, Suspense } from 'react'

/**
 * A part of a page that is not part of the first load: the browser downloads it when it is first shown. Where that fails it
 * never comes, and the page does without: what the server rendered of it stays. `rendered`: the part itself, on the server.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  rendered?: ComponentType<Props>,
) {
  const never = () => new Promise<never>(() => undefined)
  const Part = rendered ?? lazy(() => load().then((part) => ({ default: part }), never))
  // React would replace what the server rendered when a parent renders again, although nothing has changed.
  return memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ))
}

import { Marked } from '~/components/marked'
import { Reason, signature } from '~/components/reason'
import type { Found } from './tool-list-data'

/** The matches of a search result: in its description, and in a recommendation where the description has none. */
export function FoundBy({ description, quote }: Pick<Found, 'description' | 'quote'>) {
  return (
    <>
      <p dir="auto">
        <Marked parts={description} />
      </p>
      {quote && (
        <Reason size="aside" reason={<Marked parts={quote.reason} />}>
          {signature(quote.writer)}
        </Reason>
      )}
    </>
  )
}

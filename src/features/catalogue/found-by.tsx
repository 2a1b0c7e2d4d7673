import { Marked } from '~/components/marked'
import * as messages from '~/messages/en/search'
import type { Found } from './tools-data'

/** The matches of a search result: in its description, and in a recommendation where the description has none. */
export function FoundBy({ description, quote }: Pick<Found, 'description' | 'quote'>) {
  return (
    <>
      <p dir="auto">
        <Marked parts={description} />
      </p>
      {quote && (
        <blockquote className="found-quote">
          <p dir="auto">
            <Marked parts={quote.reason} />
          </p>
          <footer>{quote.writer ? `@${quote.writer}` : messages.anonymous}</footer>
        </blockquote>
      )}
    </>
  )
}

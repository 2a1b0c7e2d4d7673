import { Marked } from '~/components/marked'
import * as messages from '~/messages/en/search'
import type { Found } from './tools-data'

/** What a search found a tool by: its description, and the recommendation that says what the description does not. */
export function FoundBy({ description, quote }: Found) {
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

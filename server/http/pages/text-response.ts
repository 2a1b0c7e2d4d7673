import { FastResponse } from 'srvx/node'

/**
 * A response read in this process by `text()` only: returns the string directly instead of encoding, streaming and
 * decoding it.
 */
export class TextResponse extends FastResponse {
  readonly #text: string

  constructor(text: string, init?: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text)
  }
}

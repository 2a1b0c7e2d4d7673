import { FastResponse } from 'srvx/node'

/**
 * A response that is read in the process that makes it, with `text()` and by no other way: its text is handed over as it
 * is, where the platform's own kind encodes it, leads it through a stream and decodes it again.
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

import { unreadable } from './rest-error.ts'

/** A name of a table, column or alias, plain or quoted. */
export const NAME = '(?:[A-Za-z_][\\w$]*|"[A-Za-z_][\\w$]*")'
const WHOLE_NAME = new RegExp(`^\\s*${NAME}\\s*$`)

/** The name without its quotation marks. `what` is the parameter it was read from. */
export function plainName(text: string, what: string): string {
  if (!WHOLE_NAME.test(text)) throw unreadable(`"failed to parse ${what} (${text})"`)
  return text.replaceAll('"', '').trim()
}

/** Reads a text from left to right. */
export class Tokenizer {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` names the text in errors. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  /** Matches the (sticky) pattern at this position and advances past the match. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** Reads with `read`; nothing may follow. */
  toEnd<T>(read: () => T): T {
    const found = read()
    if (this.#at < this.#text.length) throw this.unreadable()
    return found
  }

  /** A quoted value, `{...}`, or the text up to the next comma or bracket. */
  treeValue(): string {
    return this.#quoted() ?? this.take(/\{[^{}]*\}(?=[,)]|$)/y)?.[0] ?? this.take(/[^,)]*/y)?.[0] ?? ''
  }

  /** `(a,"b,c",d)` */
  list(): string[] {
    if (!this.take(/\s*\(\s*/y)) throw this.unreadable()
    if (this.take(/\)/y)) return []
    const values = []
    do values.push(this.#quoted() ?? this.take(/[^,)]*/y)?.[0] ?? '')
    while (this.take(/,/y))
    if (!this.take(/\)/y)) throw this.unreadable()
    return values
  }

  /** A backslash escapes the next character. */
  #quoted(): string | undefined {
    return this.take(/"((?:[^"\\]|\\.)*)"(?=[,)]|$)/sy)?.[1]?.replace(/\\(.)/gs, '$1')
  }

  unreadable(): Error {
    return unreadable(`"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`)
  }
}

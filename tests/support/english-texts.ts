import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'

/** English texts of ours on pages of another language. */

/** Without the names of languages. */
const read = (code: string): unknown => ({
  ...JSON.parse(readFileSync(`languages/${code}/messages.json`, 'utf8')),
  language: {},
})

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value.trim()]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

/** A text with values as a pattern, if it says enough without them; those with plurals are left out. */
function patternOf(text: string): RegExp[] {
  const parts = text.split(/\{\w+\}/)
  if (parts.length === 1 || /[{}]/.test(parts.join('')) || !/\p{L}{3,}.*\p{L}{3,}/u.test(parts.join(' ')))
    return []
  const escaped = parts.map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return [new RegExp(`^${escaped.join('.+')}$`, 's')]
}

/** Finds the English texts among those of a page; `names` in them are not meant. */
export function englishTexts(language: string, names: readonly string[] = []) {
  const own = new Set(textsOf(read(language)))
  const english = textsOf(read('en')).filter((text) => !own.has(text) && text.length > 2)
  const whole = new Set(english)
  const patterns = english.flatMap(patternOf)
  const isMade = (text: string) => patterns.some((pattern) => pattern.test(text))
  const withoutNames = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, '…'), text)
  return (texts: readonly string[]) =>
    texts.filter(
      (text) =>
        !own.has(text) &&
        !names.includes(text) &&
        (whole.has(text) || (isMade(text) && isMade(withoutNames(text)))),
    )
}

/** Every text of a page: its title, what it shows, and the names of its parts. */
export const textsOfPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [document.title]
    for (const element of document.querySelectorAll('*')) {
      if (element.matches('script, style')) continue
      for (const node of element.childNodes) if (node instanceof Text) found.push(node.data.trim())
      // A sentence of several nodes.
      if (element.children.length === 0) found.push(element.textContent.trim())
      for (const name of ['alt', 'title', 'aria-label', 'placeholder'])
        found.push(element.getAttribute(name) ?? '')
    }
    return found.filter((text) => text !== '')
  })

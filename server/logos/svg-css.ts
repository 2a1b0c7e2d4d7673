/**
 * The part of CSS a logo needs: rules of plain selectors with plain declarations. At-rules, escapes, and everything
 * that could fetch something are left out.
 */

const LOCAL_URL = /url\(\s*(["']?)#[\w:.-]+\1\s*\)/gi
const DANGEROUS =
  /[\\<>{}]|url|src\s*\(|image|element\s*\(|expression|javascript|vbscript|data\s*:|@|behavior|binding|\/\//i
const SELECTOR = /^[\w\s.#*,:>+~()[\]="'-]+$/
const PROPERTY = /^-{0,2}[a-z][a-z0-9-]*$/i

/** A value that refers to nothing but other parts of the same picture. */
export function isSafeValue(value: string): boolean {
  return !DANGEROUS.test(value.replaceAll(LOCAL_URL, ''))
}

/** Declarations of a style attribute or a rule, without those that are not safe. */
export function cleanDeclarations(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const
    })
    .filter(
      ([property, value]) =>
        PROPERTY.test(property) && !DANGEROUS.test(property) && value && isSafeValue(value),
    )
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
}

/** The rules of a style element that are plain, in their order. */
export function cleanStyleSheet(text: string): string {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/<!--|-->/g, ' ')
  const rules: string[] = []
  let at = 0
  while (at < plain.length) {
    const open = plain.indexOf('{', at)
    const statement = plain.indexOf(';', at)
    // `@import …;` and its like end without a block.
    if (plain.slice(at).trimStart().startsWith('@') && statement >= 0 && (open < 0 || statement < open)) {
      at = statement + 1
      continue
    }
    if (open < 0) break
    const close = blockEnd(plain, open)
    const selector = plain.slice(at, open).trim()
    const declarations = cleanDeclarations(plain.slice(open + 1, close))
    if (SELECTOR.test(selector) && declarations) rules.push(`${selector}{${declarations}}`)
    at = close + 1
  }
  return rules.join('')
}

/** Where the block that opens here closes; a block within it makes the whole rule unreadable for us, and dropped. */
function blockEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

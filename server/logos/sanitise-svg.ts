import { SaxesParser, type SaxesTagNS } from 'saxes'
import { decodeText } from './image-type.ts'
import { cleanDeclarations, cleanStyleSheet, isSafeValue } from './svg-css.ts'
import { PLAIN_ATTRIBUTES, SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_WRAPPERS } from './svg-rules.ts'

/**
 * Makes a picture of an SVG that was more: it is read by a strict XML parser into a tree of what the allow-list knows,
 * and written anew from that tree. Scripts, handlers, animation, foreign content, links, the document type with its
 * entities and every reference to something outside never get into the tree.
 */

interface Element {
  name: string
  attributes: Map<string, string>
  children: (Element | string)[]
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 100
const MAX_IMAGES = 16
/** Elements drawn once every `use` is followed: twenty that use each other twice are a million. */
const MAX_DRAWN = 50_000

/** Cleans an embedded picture; undefined when it is none, or none that may be shown. */
export type CleanImage = (bytes: Buffer) => Promise<{ type: string; bytes: Buffer } | undefined>

/** The picture alone, or undefined when it is no well-formed SVG or one that would take for ever to draw. */
export async function sanitiseSvg(bytes: Buffer, cleanImage: CleanImage): Promise<Buffer | undefined> {
  const text = decodeText(bytes)
  const root = text === undefined ? undefined : parse(text)
  if (root?.name !== 'svg' || !isDrawable(root)) return undefined
  await cleanImages(root, cleanImage)
  root.attributes.set('xmlns', SVG_NAMESPACE)
  giveSize(root)
  return Buffer.from(write(root))
}

/** A drawing that names no size of its own takes its viewBox's: some browsers hold one without for broken. */
function giveSize({ attributes }: Element): void {
  const [, , width, height] =
    attributes
      .get('viewBox')
      ?.trim()
      .split(/[\s,]+/) ?? []
  const isOpen = (name: string) => /^$|%/.test(attributes.get(name) ?? '')
  if (!isOpen('width') || !isOpen('height') || !(Number(width) > 0) || !(Number(height) > 0)) return
  attributes.set('width', String(width))
  attributes.set('height', String(height))
}

/** The tree of what is allowed, or undefined when the text is not well-formed or too much. */
function parse(text: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: true })
  const holder: Element = { name: '', attributes: new Map(), children: [] }
  /** Open elements; undefined for one that is left out with everything in it. */
  const open: (Element | undefined)[] = [holder]
  let count = 0
  let failed = false
  const append = (child: Element | string) => open.at(-1)?.children.push(child)

  parser.on('error', () => {
    failed = true
  })
  parser.on('opentag', (tag) => {
    count++
    const element = open.at(-1) && allow(tag)
    if (element) append(element)
    open.push(element)
    if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) failed = true
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', append)
  parser.on('cdata', append)
  try {
    // In pieces, so that what is too much is not read to its end.
    for (let at = 0; at < text.length && !failed; at += 16_384) parser.write(text.slice(at, at + 16_384))
    if (!failed) parser.close()
  } catch {
    return undefined
  }
  const root = holder.children.find((child) => typeof child !== 'string')
  return failed ? undefined : root
}

function allow({ local, uri, attributes }: SaxesTagNS): Element | undefined {
  const name = SVG_WRAPPERS.has(local) ? 'g' : local
  if ((uri !== SVG_NAMESPACE && uri !== '') || !SVG_ELEMENTS.has(name)) return undefined
  const kept = new Map<string, string>()
  for (const attribute of Object.values(attributes)) {
    const value = cleanAttribute(name, attribute)
    if (value !== undefined) kept.set(attribute.prefix === 'xml' ? attribute.name : attribute.local, value)
  }
  return { name, attributes: kept, children: [] }
}

function cleanAttribute(
  element: string,
  { prefix, local, uri, value }: SaxesTagNS['attributes'][string],
): string | undefined {
  if (prefix === 'xml') return local === 'space' || local === 'lang' ? value : undefined
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE)) {
    if (element === 'image') return value.startsWith('data:') ? value : undefined
    return /^#[\w:.-]+$/.test(value) ? value : undefined
  }
  if (uri !== '') return undefined
  if (local === 'style') return cleanDeclarations(value) || undefined
  if (PLAIN_ATTRIBUTES.has(local)) return value
  return SVG_ATTRIBUTES.has(local) && isSafeValue(value) ? value : undefined
}

const elementsOf = (element: Element): Element[] =>
  element.children.filter((child) => typeof child !== 'string')

/** Are there at most MAX_DRAWN elements to draw when every reference is followed, and does none lead to itself? */
function isDrawable(root: Element): boolean {
  const byId = new Map<string, Element>()
  const collect = (element: Element) => {
    const id = element.attributes.get('id')
    if (id !== undefined) byId.set(id, element)
    elementsOf(element).forEach(collect)
  }
  collect(root)
  const drawn = new Map<Element, number>()
  const following = new Set<Element>()
  const count = (element: Element): number => {
    const known = drawn.get(element)
    if (known !== undefined) return known
    if (following.has(element)) return Number.POSITIVE_INFINITY
    following.add(element)
    const target =
      element.name === 'use' ? byId.get(element.attributes.get('href')?.slice(1) ?? '') : undefined
    let total = 1 + (target ? count(target) : 0)
    for (const child of elementsOf(element)) total += count(child)
    following.delete(element)
    drawn.set(element, total)
    return total
  }
  return count(root) <= MAX_DRAWN
}

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/

/** Embedded pictures are cleaned like any other; what is none is taken out. */
async function cleanImages(root: Element, cleanImage: CleanImage): Promise<void> {
  let left = MAX_IMAGES
  const visit = async (element: Element): Promise<void> => {
    if (element.name === 'image') {
      const data = DATA_IMAGE.exec(element.attributes.get('href') ?? '')?.[1]
      const image = data && left-- > 0 ? await cleanImage(Buffer.from(data, 'base64')) : undefined
      if (image) element.attributes.set('href', `data:${image.type};base64,${image.bytes.toString('base64')}`)
      else element.attributes.delete('href')
    }
    for (const child of elementsOf(element)) await visit(child)
  }
  await visit(root)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

function write({ name, attributes, children }: Element): string {
  const written = [...attributes].map(([attribute, value]) => ` ${attribute}="${escapeText(value)}"`).join('')
  const content =
    name === 'style'
      ? escapeText(cleanStyleSheet(children.filter((child) => typeof child === 'string').join('')))
      : children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child))).join('')
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`
}

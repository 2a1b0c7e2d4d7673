import { useId } from 'react'
import * as messages from '#messages/documents.js'
import { MarkdownNodes } from '~/components/markdown'
import { formatDay } from '~/lib/dates'
import type { MarkdownNode } from '~/lib/read-markdown'
import { type DocumentWords, fillIn } from './fill-in'
import type { DocumentSection, SiteDocument } from './read-document'

type Props = {
  title: string
  document: SiteDocument
  /** Whether the owner wrote it, in any language: the default is in that of the page, even if it begins with a name. */
  isOwn: boolean
  words: DocumentWords
  /** The date of the last change, `2025-04-18`. */
  changedOn: string | null
  /** Whether sections are numbered. */
  numbered?: boolean
}

/** Minimum number of sections for a table of contents. */
const MANY_SECTIONS = 3

/** A document: a readable line length, sections, a sticky table of contents. */
export function DocumentPage({ title, document, words, isOwn, changedOn, numbered = false }: Props) {
  const { intro, sections } = document
  const text = (nodes: MarkdownNode[]) => <MarkdownNodes nodes={fillIn(nodes, words)} rel="noopener" />
  const hasContents = sections.length >= MANY_SECTIONS
  return (
    <div className="wrap pt-10 pb-20 md:pt-16">
      <header className="max-w-[68ch]">
        <h1 className="display text-[38px] md:text-[52px]">{title}</h1>
        {changedOn && (
          <p className="mt-4 text-[13px] text-ink-faint">
            {messages.lastUpdated} <time dateTime={changedOn}>{formatDay(changedOn)}</time>
          </p>
        )}
        <div
          dir={isOwn ? 'auto' : undefined}
          className="prose-details mt-6 font-serif text-[21px] text-ink! leading-[1.45]! tracking-[-0.01em]"
        >
          {text(intro)}
        </div>
      </header>
      {sections.length > 0 && (
        <div
          className={`mt-10 grid gap-x-14 gap-y-10 border-line border-t pt-8 ${hasContents ? 'md:grid-cols-[220px_minmax(0,1fr)]' : ''}`}
        >
          {hasContents && <Contents sections={sections} words={words} numbered={numbered} />}
          <div dir={isOwn ? 'auto' : undefined} className="prose-details leading-[1.7]!">
            {sections.map((section, index) => (
              <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
                <h2 id={`${section.id}-title`}>
                  {numbered && `${index + 1}. `}
                  {titleOf(section, words)}
                </h2>
                {text(section.body)}
              </section>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const titleOf = ({ title }: DocumentSection, words: DocumentWords) =>
  fillIn([title], { ...words, contact: '' }).join('')

type ContentsProps = { sections: readonly DocumentSection[]; words: DocumentWords; numbered: boolean }

function Contents({ sections, words, numbered }: ContentsProps) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className="self-start text-sm md:sticky md:top-24">
      <p id={id} className="mb-2 font-medium text-[13px] text-ink-faint">
        {messages.contents}
      </p>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="flex gap-2 rounded-md py-1 text-ink-soft leading-5 hover:text-ink pointer-coarse:py-3"
            >
              {numbered && <span className="w-5 shrink-0 text-ink-faint tabular-nums">{index + 1}</span>}
              {titleOf(section, words)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

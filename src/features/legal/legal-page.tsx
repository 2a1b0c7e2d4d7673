import { type ReactNode, useId } from 'react'

/** One numbered section of a legal page; `id` is its anchor. */
export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalPageProps = { title: string; intro: ReactNode; sections: LegalSection[] }

/** Section 9 of the specification fixes the date for both documents. */
const LAST_UPDATED = { machine: '2025-04-18', human: '18 April 2025' }

/** A document to be read: a measure that suits the eye, numbered sections, a table of contents that stays in view. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  const contentsId = useId()
  return (
    <div className="wrap pt-10 pb-20 md:pt-16">
      <header className="max-w-[68ch]">
        <h1 className="display text-[38px] md:text-[52px]">{title}</h1>
        <p className="mt-4 text-[13px] text-ink-faint">
          Last updated: <time dateTime={LAST_UPDATED.machine}>{LAST_UPDATED.human}</time>
        </p>
        <p className="mt-6 font-serif text-[21px] leading-[1.45] tracking-[-0.01em]">{intro}</p>
      </header>
      <div className="mt-10 grid gap-x-14 gap-y-10 border-line border-t pt-8 md:grid-cols-[220px_minmax(0,1fr)]">
        <nav aria-labelledby={contentsId} className="self-start text-sm md:sticky md:top-24">
          <p id={contentsId} className="mb-2 font-medium text-[13px] text-ink-faint">
            Contents
          </p>
          <ol>
            {sections.map((section, index) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex gap-2 rounded-md py-1 text-ink-soft leading-5 hover:text-ink pointer-coarse:py-3"
                >
                  <span className="w-5 shrink-0 text-ink-faint tabular-nums">{index + 1}</span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose-legal [&>section:first-child>h2]:mt-0 [&_li+li]:mt-1 [&_strong]:font-medium [&_strong]:text-ink [&_ul+p]:mt-[0.8em]">
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>
                {index + 1}. {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

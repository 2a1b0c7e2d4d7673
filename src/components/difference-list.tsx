import * as messages from '#messages/audit.js'

/** One field before and after; undefined where it did not exist. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

/** Changed fields, one per line, with old values struck out. */
export function DifferenceList({ differences }: { differences: readonly FieldChange[] }) {
  return (
    <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 text-sm md:grid-cols-[128px_minmax(0,1fr)]">
      {differences.map(({ field, before, after }) => (
        <div key={field} className="items-baseline md:col-span-2 md:grid md:grid-cols-subgrid">
          <dt className="text-[13px] text-ink-faint">{field}</dt>
          <dd className="min-w-0">
            {before !== undefined && (
              <del className="text-ink-faint decoration-line-strong">
                <span className="sr-only">{messages.before}</span>
                <span dir="auto">{before}</span>
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <span aria-hidden="true" className="inline-block px-2 text-ink-faint rtl:-scale-x-100">
                →
              </span>
            )}
            {after !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">{before === undefined ? messages.now : messages.after}</span>
                <span dir="auto">{after}</span>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import * as common from '#messages/common.js'
import * as messages from '#messages/import-export.js'
import {
  type Change,
  type ChangedValue,
  type ImportCounts,
  SHOWN_CHANGES,
} from '#shared/import-export-rules.ts'
import type { Fact } from '#shared/tool-fields.ts'
import type { FieldChange } from '~/components/difference-list'
import { DifferenceList } from '~/components/difference-list'
import { factWords } from '~/lib/fact-words'
import { asList } from '~/lib/name-lists'
import { shortenVersions } from '~/lib/shorten-versions'
import { useFacts } from '~/lib/use-facts'
import { fieldName } from './field-names'

type Props = { changes: Change[]; counts: ImportCounts }

/** The first changed entries, field by field, and the first new ones. */
export function ChangedList({ changes, counts }: Props) {
  const facts = useFacts()
  const updated = changes.filter(({ fields }) => fields)
  const created = changes.filter(({ fields }) => !fields)
  return (
    <>
      {updated.length > 0 && (
        <section aria-labelledby="updated-heading">
          <Heading
            id="updated-heading"
            title={messages.updates}
            shown={updated.length}
            all={counts.updated + counts.changedCategories}
          />
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {updated.map((change) => (
              <li key={keyOf(change)} className="py-4">
                <Title change={change} />
                <DifferenceList
                  differences={change.fields?.map((field) => differenceOf(field, facts)) ?? []}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {created.length > 0 && (
        <section aria-labelledby="new-heading">
          <Heading
            id="new-heading"
            title={messages.newLabel}
            shown={created.length}
            all={counts.created + counts.newCategories}
          />
          <ul className="mt-2 columns-1 gap-x-8 border-line border-t pt-2 sm:columns-2">
            {created.map((change) => (
              <li key={keyOf(change)} className="break-inside-avoid py-1">
                <Title change={change} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Heading({ id, title, shown, all }: { id: string; title: string; shown: number; all: number }) {
  return (
    <h3 id={id} className="font-medium">
      {title}
      {shown >= SHOWN_CHANGES && shown < all && (
        <span className="ms-2 font-normal text-[13px] text-ink-faint">{messages.theFirst({ shown })}</span>
      )}
    </h3>
  )
}

function Title({ change }: { change: Change }) {
  return (
    <p className="min-w-0 text-[15px]">
      <span dir="auto" className="font-medium">
        {change.name}
      </span>{' '}
      <span className="text-[13px] text-ink-faint">
        {change.kind === 'category'
          ? messages.categoryOnLine({ line: change.line })
          : messages.toolOnLine({ line: change.line })}
      </span>
    </p>
  )
}

const keyOf = ({ kind, slug }: Change) => `${kind} ${slug}`

type Changed = NonNullable<Change['fields']>[number]

function differenceOf({ field, ...values }: Changed, facts: readonly Fact[]): FieldChange {
  const fact = facts.find(({ column }) => column === field)
  const [before, after] = shortenVersions(textOf(fact, values.before), textOf(fact, values.after))
  return { field: fieldName(field, facts), before, after }
}

function textOf(fact: Fact | undefined, value: ChangedValue): string {
  if (fact) return factWords(fact, value) ?? messages.none
  if (value === null || value === '') return messages.none
  if (typeof value === 'boolean') return value ? common.yes : common.no
  return Array.isArray(value) ? asList(value) : String(value)
}

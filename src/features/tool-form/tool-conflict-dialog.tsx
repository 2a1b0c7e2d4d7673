import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import { unknown } from '#messages/facts.js'
import * as messages from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { ConflictDialog } from '~/components/form/conflict-dialog'
import { merge, type Side } from '~/components/form/differences'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { factWords } from '~/lib/fact-words'
import { asList } from '~/lib/name-lists'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { LogoPicture } from './logo-picture'
import { byField, type ToolConflict, toolValuesOf } from './tool-conflict'

type Props = {
  conflict: ToolConflict
  /** Names of known categories by id. */
  categoryNames: ReadonlyMap<string, string>
  onResolve: (values: ToolValues, logo: LogoChoice) => void
  onClose: () => void
}

/** The choice between two versions of a tool, field by field. */
export function ToolConflictDialog({ conflict, categoryNames, onResolve, onClose }: Props) {
  const { item } = useSite()
  const { theirs, mine, differences } = conflict
  const facts = useFacts()
  const stored = toolValuesOf(theirs, facts)
  const names = new Map([...categoryNames, ...theirs.categories.map(({ id, name }) => [id, name] as const)])

  function show(field: string, side: Side): ReactNode {
    if (field === 'logo')
      return (
        <LogoPicture
          stored={theirs.tool.logo}
          choice={side === 'theirs' ? KEPT : mine.logo}
          name={mine.values.name}
          size="choice"
        />
      )
    const value = byField(side === 'theirs' ? stored : mine.values)[field] ?? ''
    const fact = facts.find(({ column }) => column === field)
    if (fact) return factWords(fact, value) ?? unknown
    if (typeof value === 'boolean') return value ? common.yes : common.no
    if (typeof value === 'string') return value
    return asList(value.map((id) => names.get(id) ?? messages.unknownCategory)) || common.none
  }

  function resolveConflict(sides: ReadonlyMap<string, Side>) {
    onResolve(
      {
        ...merge({ theirs: stored, mine: mine.values }, sides),
        facts: merge({ theirs: stored.facts, mine: mine.values.facts }, sides),
      },
      sides.get('logo') === 'theirs' ? KEPT : mine.logo,
    )
  }

  return (
    <ConflictDialog
      thing={item}
      differences={differences.map((difference) => ({
        ...difference,
        theirs: show(difference.field, 'theirs'),
        mine: show(difference.field, 'mine'),
      }))}
      onResolve={resolveConflict}
      onClose={onClose}
    />
  )
}

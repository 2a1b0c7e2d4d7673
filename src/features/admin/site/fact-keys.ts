import { slugify } from '#shared/catalogue-rules.ts'
import {
  BUILT_IN,
  canCompare,
  canFilter,
  canStandOnCard,
  type FactSetting,
  hasOptions,
  RESERVED_KEYS,
} from '#shared/own-facts.ts'

/**
 * The typed facts as they are saved: only what fits their kind, and a key for each new fact and choice, made from its
 * name. Keys stay when names change, because stored values and addresses hold them.
 */
export function withKeys(facts: readonly FactSetting[]): FactSetting[] {
  const taken = new Set([...RESERVED_KEYS, ...BUILT_IN.keys(), ...facts.map(({ key }) => key)])
  return facts.map((fact) => {
    const isOurs = BUILT_IN.has(fact.key)
    const kind = BUILT_IN.get(fact.key) ?? fact.kind
    const label = fact.label?.trim()
    const named = slugify(label ?? '')
      .replaceAll('-', '_')
      .replace(/^[\d_]+/, '')
    return {
      key: fact.key || claim(named.slice(0, 36) || 'fact', '_', taken),
      label: isOurs ? label || undefined : (label ?? ''),
      ...(!isOurs && {
        kind: fact.kind,
        options: hasOptions(kind) ? optionsOf(fact) : undefined,
        unit: kind === 'number' ? fact.unit?.trim() || undefined : undefined,
        schema_org: fact.schema_org?.trim() || undefined,
      }),
      filters: canFilter(kind) ? fact.filters : undefined,
      compares: canCompare(fact) ? fact.compares : undefined,
      on_card: canStandOnCard(kind) ? fact.on_card : undefined,
    }
  })
}

function optionsOf({ options = [] }: FactSetting) {
  const taken = new Set(['unknown', ...options.map(({ value }) => value)])
  return options.map(({ value, label }) => ({
    value: value || claim(slugify(label).slice(0, 56) || 'choice', '-', taken),
    label,
  }))
}

/** This name, or with the first number that nobody has. */
function claim(name: string, joint: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}${joint}${number}`
  taken.add(free)
  return free
}

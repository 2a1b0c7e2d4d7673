import { expect, test } from 'vitest'
import { type FactSetting, factsSchema } from '#shared/own-facts.ts'
import { withKeys } from './fact-keys'

const line = (label: string, key = ''): FactSetting => ({ key, label, kind: 'line' })

test('a new fact gets a key from its name, which nothing else has', () => {
  const facts = [
    line('Author'),
    line('author', 'author'),
    line('Name'),
    line('Pricing'),
    line('2 Spieler?'),
    line('作者'),
    line('著者'),
    line('x'.repeat(60)),
  ]
  const keyed = withKeys(facts)
  expect(keyed.map(({ key }) => key)).toEqual([
    ...['author_2', 'author', 'name_2', 'pricing_2', 'spieler', 'fact', 'fact_2', 'x'.repeat(36)],
  ])
  expect(factsSchema.safeParse(keyed).success).toBe(true)
})

test('a new choice gets a key too; a renamed one keeps its own', () => {
  const options = [
    { value: 'two', label: 'A pair' },
    { value: '', label: 'Two' },
    { value: '', label: 'Unknown' },
    { value: '', label: '三' },
  ]
  const [fact] = withKeys([{ key: 'players', label: 'Players', kind: 'choices', options }])
  expect(fact?.options?.map(({ value }) => value)).toEqual(['two', 'two-2', 'unknown-2', 'choice'])
  expect(factsSchema.safeParse([fact]).success).toBe(true)
})

test('what does not fit the kind is left out', () => {
  const everything = {
    ...{ label: ' Weight ', options: [], unit: ' kg ', schema_org: ' weight ' },
    ...{ filters: true, compares: true, on_card: true },
  }
  expect(withKeys([{ key: 'weight', kind: 'number', ...everything }])).toEqual([
    {
      key: 'weight',
      kind: 'number',
      label: 'Weight',
      unit: 'kg',
      schema_org: 'weight',
      compares: true,
      on_card: true,
    },
  ])
  expect(withKeys([{ key: 'long_description', ...everything }])).toEqual([
    { key: 'long_description', label: 'Weight' },
  ])
})

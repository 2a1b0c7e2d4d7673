import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '../../server/lib/config.ts'

const DEPLOY = path.join(import.meta.dirname, '../../deploy')
const text = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8')

describe('compose.yaml', () => {
  const Service = z.object({
    environment: z.record(z.string(), z.string()).default({}),
    volumes: z.array(z.string()),
    depends_on: z
      .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
      .optional(),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  })
  const Compose = z.object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.null()),
  })
  const { services, volumes } = Compose.parse(parse(text('compose.yaml')))
  /** With the variables of deploy/.env substituted, as the engine does. */
  const fill = (value: string, env: Record<string, string>) =>
    value.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => env[name] ?? '')
  const given = { DOMAIN: 'tools.example.org', POSTGRES_PASSWORD: 'a-long-word' }

  test('names services, volumes and files that exist', () => {
    for (const { volumes: mounted, depends_on } of Object.values(services)) {
      const names = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {})
      for (const name of names) expect(services).toHaveProperty(name)
      for (const [source = ''] of mounted.map((line) => line.split(':')))
        expect(
          source.startsWith('.') ? existsSync(path.join(DEPLOY, source)) : source in volumes,
          source,
        ).toBe(true)
    }
    // A service that others depend on has a health check.
    expect(services.database?.healthcheck?.test.join(' ')).toContain('pg_isready')
  })

  test('gives the process a valid configuration', () => {
    const environment = services.app?.environment ?? {}
    const filled = Object.entries(environment).map(([name, value]) => [name, fill(value, given)])
    const config = readConfig(Object.fromEntries(filled))
    expect(config).toMatchObject({
      publicUrl: 'https://tools.example.org',
      databaseUrl: 'postgres://plaudit:a-long-word@database:5432/plaudit',
      trustProxy: true,
    })
    const known = readFileSync(path.join(DEPLOY, '../README.md'), 'utf8')
    for (const name of Object.keys(environment)) expect(known, name).toContain(`\`${name}\``)
  })

  test('gives the proxy the variables of the Caddyfile', () => {
    const asked = [...text('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(services.proxy?.environment ?? {}).sort()).toEqual(asked.sort())
  })
})

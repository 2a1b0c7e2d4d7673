import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { member, post, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'

/** /metrics, parsed as Prometheus does. */

const TOKEN = 'a-token-of-our-monitoring'

const server = await testServer({ METRICS_TOKEN: TOKEN })

const ask = (token: string) =>
  fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })

const SAMPLE = /^([a-z_0-9]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? (-?[\d.e+-]+|[Nn]a[Nn]|\+Inf)$/

/** The samples by name and labels. Fails on a line that is neither a sample nor a comment. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await ask(TOKEN)).text()
  const samples = new Map<string, number>()
  for (const line of text.split('\n').filter((line) => line !== '')) {
    if (/^# (HELP [a-z_0-9]+ \S.*|TYPE [a-z_0-9]+ (counter|gauge|histogram|summary))$/.test(line)) continue
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? []
    expect(name, line).not.toBe('')
    expect(samples.has(`${name}{${labels}}`), line).toBe(false)
    samples.set(`${name}{${labels}}`, Number(value))
  }
  return samples
}

test('needs the token, and is not cacheable', async () => {
  for (const token of ['', 'wrong', `${TOKEN}x`]) expect((await ask(token)).status).toBe(401)
  const answer = await ask(TOKEN)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('counts requests by route and status, never by what a path names', async () => {
  const tool = await addTool(server.sql, { slug: 'counted' })
  for (const path of [`/tools/${tool.slug}`, `/tools/${tool.slug}`, '/tools/not-there', '/%2e%2e/etc/passwd'])
    await fetch(server.url + path)
  await raw(server, '/rest/v1/tools?select=id')
  const seen = await scrape()
  const count = (labels: string) => seen.get(`plaudit_http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",route="/tools/{slug}",status="200"')).toBe(2)
  expect(count('method="GET",route="/tools/{slug}",status="404"')).toBe(1)
  expect(count('method="GET",route="/rest/v1",status="200"')).toBe(1)
  expect([...seen.keys()].join()).not.toMatch(/counted|passwd/)
})

test('reports cache, mails, moderation, jobs, connections and memory', async () => {
  const before = await scrape()
  const [writer, reporter] = [await member(server), await member(server)]
  await addFlag(server.sql, await addUpvote(server.sql, await addTool(server.sql), writer), reporter)
  await post(server, '/auth/v1/recover', { email: writer.email })
  await server.mail.next(writer.email)
  await (await fetch(server.url)).text()
  await (await fetch(server.url)).text()
  const after = await scrape()
  const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0)
  expect(grown('plaudit_cache_requests_total{result="hit"}')).toBeGreaterThan(0)
  expect(grown('plaudit_cache_requests_total{result="miss"}')).toBeGreaterThan(0)
  expect(after.get('plaudit_cache_entries{}')).toBeGreaterThan(0)
  expect(grown('plaudit_moderation_cases_pending{}')).toBe(1)
  expect(grown('plaudit_mails_total{result="sent"}')).toBeGreaterThan(0)
  expect(after.get('plaudit_queue_jobs{queue="mails",state="failed"}')).toBe(0)
  expect(after.get('plaudit_queue_oldest_seconds{queue="mails"}')).toBe(0)
  await server.sql`
    insert into pgboss.job (name, data, state) values ('mails', '{}', 'failed')`
  await server.sql`
    insert into pgboss.job (name, data, start_after, created_on)
    values ('mails', '{}', 'infinity', now() - interval '1 hour')`
  const waiting = await scrape()
  expect(waiting.get('plaudit_queue_jobs{queue="mails",state="waiting"}')).toBe(1)
  expect(waiting.get('plaudit_queue_jobs{queue="mails",state="failed"}')).toBe(1)
  expect(waiting.get('plaudit_queue_oldest_seconds{queue="mails"}')).toBeGreaterThanOrEqual(3600)
  expect(after.get('plaudit_database_up{}')).toBe(1)
  expect(after.get('plaudit_job_failures_total{job="purge_removed_upvotes"}')).toBe(0)
  expect(
    [...after.keys()].some((name) => name.startsWith('plaudit_database_connections{pool="plaudit-')),
  ).toBe(true)
  expect(after.get('process_resident_memory_bytes{}')).toBeGreaterThan(10_000_000)
  expect(after.get('plaudit_info{version="0.1.0"}')).toBe(1)
})

test('the Grafana dashboard uses existing names and labels', async () => {
  await (await fetch(server.url)).text()
  const samples = [...(await scrape()).keys()]
  const file = path.join(import.meta.dirname, '../../deploy/grafana-dashboard.json')
  const queries = [...readFileSync(file, 'utf8').matchAll(/"(?:expr|query)": ("(?:[^"\\]|\\.)*")/g)]
    .map(([, text = '']): string => JSON.parse(text))
    .filter((query) => query !== 'prometheus')
  expect(queries.length).toBeGreaterThan(10)
  for (const query of queries) {
    const names = [...query.matchAll(/\b(?:plaudit|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    expect(names, query).not.toEqual([])
    // Names of samples only; Prometheus adds labels of its own.
    const labels = new Set(['instance', 'le'])
    for (const name of names) {
      const found = samples.filter((sample) => sample.startsWith(`${name}{`))
      expect(found, name).not.toEqual([])
      for (const [, label = ''] of found.join().matchAll(/([a-z_]+)="/g)) labels.add(label)
    }
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    const matched = [...query.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)
    for (const label of [...grouped, ...matched]) expect([...labels], query).toContain(label)
    for (const [exact] of query.matchAll(/[a-z_]+="[^"]*"/g)) expect(samples.join(), query).toContain(exact)
  }
})

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { redeem } from '../support/actors.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { freePort } from '../support/free-port.ts'
import { type MailSink, startMailSink } from '../support/mail-sink.ts'
import { type Machine, startMachine } from '../support/stranger.ts'

/** Runs every command of docs/own-your-directory.md in order, on an empty machine. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const document = readFileSync(path.join(import.meta.dirname, '../../docs/own-your-directory.md'), 'utf8')
const blocks = [...document.matchAll(/^```(\w+)( untested)?\n(.*?)^```$/gms)].map(
  ([, language, mark, text = '']) => ({
    language,
    isTested: !mark,
    text,
  }),
)

let machine: Machine
let mail: MailSink
let caddy: Caddy | undefined
let url: string
beforeAll(async () => {
  const [port, tlsPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  mail = await startMailSink()
  machine = await startMachine({
    port,
    replaced: [['smtp://user:password@mail.example.org:587', mail.url]],
    onReload: async (recipe) => {
      caddy = await startCaddy({ port: tlsPort, upstream: `127.0.0.1:${port}`, recipe })
      const authority = path.join(machine.folder, 'authority.crt')
      writeFileSync(authority, caddy.certificate)
      writeFileSync(
        path.join(machine.folder, '.curlrc'),
        `cacert = ${authority}\nconnect-to = "tools.example.org:443:127.0.0.1:${tlsPort}"\n`,
      )
    },
  })
})
afterAll(async () => {
  await caddy?.close()
  await machine?.close()
  await mail?.close()
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6e4f"/></svg>'

/** What the document tells the reader to do outside the terminal, before the block that starts like this. */
const BEFORE: Record<string, () => Promise<void>> = {
  'plaudit admin grant': async () => {
    const publishableKey = readFileSync(
      path.join(machine.folder, 'var/lib/plaudit/secrets/publishable-key'),
      'utf8',
    ).trim()
    const signedUp = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'you@example.org',
        password: 'correct horse',
        data: { username: 'you', full_name: 'You' },
      }),
    })
    expect(signedUp.status).toBe(200)
    const link = await mail.link('you@example.org')
    expect(link).toMatch(/^https:\/\/tools\.example\.org\/auth\/confirm/)
    expect((await redeem({ url, publishableKey }, link)).ok).toBe(true)
  },
  'plaudit site set name': async () => writeFileSync(path.join(machine.folder, 'tmp/logo.svg'), LOGO),
  // It has just been started: a reader would be slower.
  'plaudit backup /var/lib/plaudit/backups/before-update': () =>
    expect.poll(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status).toBe(200),
  'plaudit import': async () =>
    writeFileSync(
      path.join(machine.folder, 'tmp/tools.csv'),
      'name,slug,short_description,website_url,categories\nOurs,ours,Made by us,https://ours.example,Own\n',
    ),
}

/** The expected output or effect of a block. */
const AFTER: Record<string, (printed: string) => unknown> = {
  'curl --silent --fail --head': (printed) =>
    expect(printed).toMatch(/^HTTP\/2 200[\s\S]*strict-transport-security/i),
  'curl --silent --fail --retry': (printed) => expect(printed).toMatch(/ready|"version"/),
  'plaudit admin grant': (printed) => expect(printed).toContain('you@example.org'),
  'plaudit site set name': async (printed) => {
    expect(printed).toMatch(/^name +Toolshed$/m)
    const home = await (await fetch(url)).text()
    for (const shown of ['Toolshed', 'Tools we use ourselves', 'https://social.example/@toolshed', '#0b6e4f'])
      expect(home).toContain(shown)
    expect(home).not.toContain('linkedin')
  },
  'plaudit site get terms': () =>
    expect(readFileSync(path.join(machine.folder, 'tmp/terms.md'), 'utf8')).toContain('## '),
  'plaudit site set terms': async () =>
    expect(await (await fetch(`${url}/terms`)).text()).toContain('2026-12-01'),
  'plaudit import': async () => expect((await fetch(`${url}/tools/ours`)).status).toBe(200),
  'apt-get install --yes prometheus': (printed) => expect(printed).toContain('SUCCESS'),
}

test('its commands lead from a bare machine to a running directory', async () => {
  expect(blocks.filter(({ isTested }) => !isTested).map(({ text }) => text.includes('docker'))).toEqual([
    true,
  ])
  const used = new Set<string>()
  const pick = <Value>(all: Record<string, Value>, text: string) =>
    Object.entries(all).flatMap(([beginning, value]) => {
      if (!text.startsWith(beginning)) return []
      used.add(beginning)
      return [value]
    })
  for (const { language, text } of blocks.filter(({ isTested }) => isTested)) {
    expect(language).toBe('sh')
    for (const act of pick(BEFORE, text)) await act()
    const printed = await machine.run(text)
    for (const check of pick(AFTER, text)) await check(printed)
  }
  expect([...used].sort()).toEqual([...new Set([...Object.keys(BEFORE), ...Object.keys(AFTER)])].sort())
  expect((await fetch(`${url}/tools/ours`)).status).toBe(200)
})

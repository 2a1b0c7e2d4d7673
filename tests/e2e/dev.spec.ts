import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { isAlive } from '../../server/host/data-dir.ts'
import { copyProject, type ProjectCopy } from '../support/dev-copy.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'

/**
 * `npm run dev` on a copy of the project. On an idle machine a page appears in a second, a component's change too, a
 * server file's in three; the limits allow for a busy one.
 */
test.describe.configure({ mode: 'serial', timeout: 600_000 })
// Its own server, which logs more to the console than a built one.
test.use({ baseURL: '', allowedErrors: [/./] })
const START = { timeout: 240_000 }
const PAGE = { timeout: 60_000 }
const CHANGE = { timeout: 60_000 }

let copy: ProjectCopy
let dataDir: string
let npm: ChildProcess | undefined
let url: string
let output = ''

test.beforeAll(async () => {
  copy = await copyProject()
  dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-dev-'))
})
test.afterAll(async () => {
  npm?.kill('SIGTERM')
  await expect.poll(databasePid, { timeout: 30_000 }).toBeUndefined()
  await rm(dataDir, { recursive: true, force: true })
  await copy?.remove()
})

async function startDev(): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  output = ''
  const { NODE_ENV: _, ...env } = process.env
  npm = spawn('npm', ['run', 'dev'], {
    cwd: copy.folder,
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  await expect.poll(() => output, START).toContain('is running at')
}

/** Pid of its database server; undefined when none runs. */
async function databasePid(): Promise<number | undefined> {
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : undefined
}

test('a page appears, and follows changes of components and of the server', async ({ page }) => {
  await startDev()
  const database = await databasePid()
  expect(database).toBeDefined()
  const connected = page.waitForEvent('console', {
    predicate: (message) => message.text() === '[vite] connected.',
    ...START,
  })
  const answer = await page.goto(url, { ...PAGE, waitUntil: 'commit' })
  expect(await answer?.text()).toContain('Discover AI Tools')
  await expect(page.getByRole('heading', { name: 'Discover AI Tools' })).toBeVisible(PAGE)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible(PAGE)
  await connected
  await settled(page)

  // The page's state is kept: it was not reloaded.
  await page.evaluate(() => document.body.setAttribute('data-kept', ''))
  await copy.change(
    'src/components/layout/site-footer.tsx',
    '{tagline}',
    'Hot tools, updated, for your workflow',
  )
  await expect(page.getByText('Hot tools, updated, for your workflow')).toBeVisible(CHANGE)
  await expect(page.locator('body[data-kept]')).toHaveCount(1)

  // Defaults of the site, which the server reads as well.
  await copy.change('languages/en/messages.json', 'Browse our curated', 'Read our curated')
  const home = async () => (await page.request.get(url)).text()
  await expect.poll(home, CHANGE).toContain('Read our curated')

  const health = async () => (await page.request.get(`${url}/healthz`)).text()
  expect(await health()).toContain('alive')
  await copy.change('server/http/app.ts', "status: 'alive'", "status: 'changed'")
  await expect.poll(health, CHANGE).toContain('changed')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible(PAGE)
  expect(await databasePid()).toBe(database)

  // An error is shown, and disappears when it is corrected.
  await copy.change('server/http/app.ts', "status: 'changed'", "status: ('mended'")
  await expect.poll(health, CHANGE).toContain('see the terminal')
  await copy.change('server/http/app.ts', "('mended'", "'mended'")
  await expect.poll(health, CHANGE).toContain('mended')
  expect(await databasePid()).toBe(database)

  npm?.kill('SIGKILL')
  await expect.poll(databasePid, { timeout: 30_000 }).toBeUndefined()
})

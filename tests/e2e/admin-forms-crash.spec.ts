import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { administrator, sessionOf } from '../support/actors.ts'
import { button, field, fillTool, storedTool } from '../support/admin-forms.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { png } from '../support/logos.ts'
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'

/** The process is killed while a tool with a logo is being saved: no tool ever refers to a missing file. */

test.use({ allowedErrors: [/status of 409|ERR_|Failed to fetch|Failed to delete logo/] })

const REMOVE = '**/storage/v1/object/tool-logos'
const SAVE = '**/rest/v1/rpc/save_tool'

let dataDir: string
let first: ServerProcess
let running: Pick<SecondProcess, 'process' | 'ended'>
let restarted: SecondProcess[]

test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-crash-'))
  first = await startServerProcess({ DATA_DIR: dataDir })
  restarted = []
  running = { process: first.process, ended: new Promise((resolve) => first.process.once('close', resolve)) }
})
test.afterEach(async () => {
  await kill()
  for (const each of restarted) await each.close()
  await first.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function kill(): Promise<void> {
  running.process.kill('SIGKILL')
  await running.ended
}

/** Restarts the product with the same address, database, folder and keys. */
async function restart(): Promise<void> {
  const again = await startSecondProcess(first, { DATA_DIR: dataDir, PORT: new URL(first.url).port })
  restarted.push(again)
  running = again
}

/** Kills the process when the page sends such a request: before it arrives, or after it was processed. */
async function killAt(page: Page, request: string, moment: 'before' | 'after'): Promise<void> {
  await page.route(
    request,
    async (route) => {
      if (moment === 'after') await route.fetch()
      await kill()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

/** Every tool's logo exists and is served. */
async function expectWholeLogos(): Promise<void> {
  const rows = await first.sql<{ logo: string }[]>`select logo from public.tools where logo is not null`
  const files = await readdir(path.join(dataDir, 'logos'))
  for (const { logo } of rows) {
    expect(files).toContain(logo.split('/').at(-1))
    expect((await fetch(logo)).status).toBe(200)
  }
}

test('a save in a process that is killed is complete or not done, and succeeds on retry', async ({
  page,
}) => {
  test.slow()
  const session = await sessionOf(first, await administrator(first))
  await page.goto(`${first.url}/robots.txt`)
  await page.evaluate((text) => localStorage.setItem('sb-127-auth-token', text), JSON.stringify(session))

  await page.goto(`${first.url}/admin/tools/new`)
  const slug = await fillTool(page)
  await chooseLogo(page, 40)

  // The file is stored, the tool is not.
  await killAt(page, SAVE, 'before')
  await button(page, 'Create Tool').click()
  await expect(page.getByText(/^Failed to save tool: Database insert error: /).first()).toBeVisible()
  await restart()
  expect(await storedTool(first, slug)).toBeUndefined()
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const created = await storedTool(first, slug)
  expect(created?.logo).toBeTruthy()
  await expectWholeLogos()

  // The tool refers to the new file, but no response arrived.
  // From the list, whose code is loaded: going back to it requests only data from the killed process.
  await page.getByRole('button', { name: `Edit ${slug}` }).click()
  await expect(field(page, 'Name')).toHaveValue(slug)
  await chooseLogo(page, 50)
  await killAt(page, SAVE, 'after')
  await button(page, 'Update Tool').click()
  await expect(page.getByText(/^Failed to save tool: Database update error: /)).toBeVisible()
  await restart()
  const replaced = await storedTool(first, slug)
  expect(replaced?.logo).not.toBe(created?.logo)
  await expectWholeLogos()

  // The tool refers to its third file; the second could not be deleted.
  await button(page, 'Update Tool').click()
  const choices = page.getByRole('dialog').getByRole('button', { name: 'Save these choices' })
  await expect(choices).toBeVisible()
  await settled(page)
  await killAt(page, REMOVE, 'before')
  await choices.click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  await running.ended
  await restart()
  expect((await storedTool(first, slug))?.logo).not.toBe(replaced?.logo)
  await expectWholeLogos()
  await settled(page)
})

async function chooseLogo(page: Page, side: number): Promise<void> {
  const buffer = await png(side)
  await field(page, 'Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
}

import type { Page } from 'playwright/test'
import { administrator } from '../support/actors.ts'
import { addTool, button, field, fillTool, storedTool } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import { logoName, MEGABYTE, PUBLIC, png, pngOfBytes, svg } from '../support/logos.ts'
import type { TestServer } from '../support/test-server.ts'

/** Section 4 and 5, the logo of a tool: chosen, shown, uploaded, replaced, removed, and every way it fails. */

const OBJECTS = '**/storage/v1/object/**'
const SAVE = '**/rest/v1/rpc/save_tool'

test.use({ allowedErrors: [/status of (400|403|404|409|413|415|500)|ERR_FAILED|Failed to delete logo/] })

const picture = async (name = 'logo.png') => ({ name, mimeType: 'image/png', buffer: await png() })

/** The status with which a stored logo is served. */
const served = async (server: TestServer, logo: string | null | undefined) =>
  (await fetch(new URL(logo ?? '/nowhere', server.url))).status

/** Names of what was uploaded, and of what was removed, as the page asked for it. */
function watchStorage(page: Page) {
  const uploads: { name: string; headers: Record<string, string> }[] = []
  const removals: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/storage/v1/object/tool-logos')) return
    if (request.method() === 'POST')
      uploads.push({ name: pathname.split('/').at(-1) ?? '', headers: request.headers() })
    if (request.method() === 'DELETE') removals.push(...(request.postDataJSON().prefixes ?? []))
  })
  return { uploads, removals }
}

/** Creates a tool with a logo in the form and opens it. */
async function openWithLogo(page: Page, server: TestServer) {
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  await field(page, 'Logo').setInputFiles(await picture())
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const tool = await storedTool(server, slug)
  await page.goto(`/admin/tools/edit/${tool?.id}`)
  await expect(field(page, 'Name')).toHaveValue(slug)
  return { slug, id: tool?.id, logo: tool?.logo ?? '' }
}

test('a logo is shown before it is saved, kept under the id of the new tool, and served', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  const { uploads } = watchStorage(page)
  await expect(page.getByText('PNG, JPG or SVG')).toBeVisible()
  await expect(page.getByText('No Logo')).toBeVisible()
  expect(await field(page, 'Logo').getAttribute('accept')).toBe('image/*')
  await field(page, 'Logo').setInputFiles({ name: 'Mark.SVG', mimeType: 'image/svg+xml', buffer: svg() })
  await expect(page.locator('form img')).toHaveAttribute('src', /^blob:/)
  expect(
    await page.locator('form img').evaluate((img: HTMLImageElement) => img.decode().then(() => true)),
  ).toBe(true)
  await expect(page.getByText('Mark.SVG is uploaded when you save.')).toBeVisible()
  expect(uploads, 'nothing is sent before it is saved').toEqual([])
  await expectNoBarrier(page, 'a logo chosen')

  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const tool = await storedTool(server, slug)
  expect(tool?.logo).toMatch(new RegExp(`^${server.url}${PUBLIC}/${tool?.id}-\\d{13}\\.svg$`))
  expect(await served(server, tool?.logo)).toBe(200)
  expect(uploads).toHaveLength(1)
  expect(uploads[0]?.headers['x-upsert']).toBe('false')
})

test('a file that is dropped is taken like one that is chosen', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  await expect(field(page, 'Logo')).toBeAttached()
  const bytes = [...(await png())]
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }))
    return data
  }, bytes)
  const place = page.getByText('Choose image').locator('xpath=ancestor::div[2]')
  await place.dispatchEvent('dragover', { dataTransfer: transfer })
  await place.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('dropped.png is uploaded when you save.')).toBeVisible()
  await button(page, 'Remove logo').click()
  await expect(page.getByText('No Logo')).toBeVisible()
  await expect(field(page, 'Logo')).toBeFocused()
})

test('what is no image or too large is said at the field; 2 MB to the byte are fine', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  const { uploads } = watchStorage(page)
  await field(page, 'Logo').setInputFiles({
    name: 'a.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<p>'),
  })
  await expect(page.getByText('Please upload an image file')).toBeVisible()
  await expect(field(page, 'Logo')).toHaveAccessibleDescription('Please upload an image file')
  const mimeType = 'image/png'
  await field(page, 'Logo').setInputFiles({ name: 'a.png', mimeType, buffer: Buffer.alloc(2 * MEGABYTE + 1) })
  await expect(page.getByText('Image file size must be less than 2MB')).toBeVisible()
  await expect(page.getByText('No Logo'), 'not taken').toBeVisible()
  await field(page, 'Logo').setInputFiles({ name: 'a.png', mimeType, buffer: await pngOfBytes(2 * MEGABYTE) })
  await expect(page.getByText('Image file size must be less than 2MB')).toBeHidden()
  expect(uploads).toEqual([])
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  expect(await served(server, (await storedTool(server, slug))?.logo)).toBe(200)
})

test('Failed to upload logo: in the words of the server, which looks at the bytes', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  const html = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') }
  await field(page, 'Logo').setInputFiles(html)
  await expect(page.getByText('No preview')).toBeAttached()
  await button(page, 'Create Tool').click()
  await expect(
    page.getByText('Failed to save tool: Failed to upload logo: Please upload an image file'),
  ).toBeVisible()
  expect(await storedTool(server, slug)).toBeUndefined()
  await expect(field(page, 'Description')).toHaveValue('Made in the form.')

  await field(page, 'Logo').setInputFiles(await picture())
  await page.route(OBJECTS, (route) => route.abort())
  await button(page, 'Create Tool').click()
  await expect(
    page.getByText('Failed to save tool: Failed to upload logo: The server could not be reached'),
  ).toBeVisible()
  await page.unroute(OBJECTS)
  await expect(page.getByText('logo.png is uploaded when you save.'), 'the file is kept').toBeVisible()
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  expect(await served(server, (await storedTool(server, slug))?.logo)).toBe(200)
})

test('a new file takes the place of the old one, which is removed', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug, id, logo } = await openWithLogo(page, server)
  const { uploads, removals } = watchStorage(page)
  await field(page, 'Logo').setInputFiles(await picture('second.png'))
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  const next = (await storedTool(server, slug))?.logo
  expect(next).toContain(`${PUBLIC}/${id}-`)
  expect(next).not.toBe(logo)
  expect(await served(server, next)).toBe(200)
  await expect.poll(() => removals).toEqual([logo.split('/').at(-1)])
  await expect.poll(() => served(server, logo)).not.toBe(200)
  expect(uploads).toHaveLength(1)
})

test('a logo is removed, or kept after all', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug, id, logo } = await openWithLogo(page, server)
  const { removals } = watchStorage(page)
  await button(page, 'Remove logo').click()
  await expect(page.getByText('The logo goes when you save.')).toBeVisible()
  await button(page, 'Keep the old one').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  expect((await storedTool(server, slug))?.logo).toBe(logo)
  expect(removals).toEqual([])

  await page.goto(`/admin/tools/edit/${id}`)
  await button(page, 'Remove logo').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toHaveCount(1)
  await expect.poll(async () => (await storedTool(server, slug))?.logo).toBeNull()
  await expect.poll(() => served(server, logo)).not.toBe(200)
})

test('a file that cannot be deleted is only logged', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug } = await openWithLogo(page, server)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/storage/v1/object/tool-logos', (route) =>
    route.fulfill({ status: 500, json: { statusCode: '500', error: 'Internal', message: 'read-only' } }),
  )
  await button(page, 'Remove logo').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/tools')
  await expect.poll(() => logged.filter((text) => text.includes('Failed to delete logo'))).toHaveLength(1)
  await expect(page.getByText(/^Failed to save tool/)).toBeHidden()
  expect((await storedTool(server, slug))?.logo).toBeNull()
})

test('a logo on another site is let go of, and nothing is asked of the storage', async ({
  page,
  signIn,
  server,
}) => {
  const tool = await addTool(server, { logo: '/not-ours.png' })
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  const { removals } = watchStorage(page)
  await button(page, 'Remove logo').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  expect((await storedTool(server, tool.slug))?.logo).toBeNull()
  expect(removals).toEqual([])
})

test('a save that is refused takes its file back; one without an answer leaves it', async ({
  page,
  signIn,
  server,
}) => {
  const taken = await addTool(server)
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  await field(page, 'Slug').fill(taken.slug)
  await field(page, 'Logo').setInputFiles(await picture())
  const { uploads, removals } = watchStorage(page)
  await button(page, 'Create Tool').click()
  await expect(field(page, 'Slug')).toHaveAccessibleDescription('Slug is already taken')
  await expect.poll(() => removals).toEqual(uploads.map(({ name }) => name))
  await expect.poll(() => served(server, `${PUBLIC}/${uploads[0]?.name}`)).not.toBe(200)

  await field(page, 'Slug').fill(slug)
  await page.route(SAVE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Create Tool').click()
  await expect(page.getByText(/^Failed to save tool: Database insert error/).last()).toBeVisible()
  await expect.poll(() => storedTool(server, slug)).toBeDefined()
  expect(await served(server, (await storedTool(server, slug))?.logo), 'it was saved with it').toBe(200)
  expect(removals).toHaveLength(1)
})

test('the upload shows how far it is', async ({ page, signIn }) => {
  test.slow()
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  await fillTool(page)
  await field(page, 'Logo').setInputFiles({
    ...{ name: 'large.png', mimeType: 'image/png' },
    buffer: await pngOfBytes(2 * MEGABYTE),
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(OBJECTS, async (route) => {
    await held
    await route.continue()
  })
  await button(page, 'Create Tool').click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uploading logo...' })).toBeDisabled()
  await expect(page.getByText(/^Uploading\.\.\. \d+%$/)).toBeVisible()
  await expectNoBarrier(page, 'uploading')
  release()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
})

test('of two new logos one is chosen; one left alone is theirs', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug, id, logo } = await openWithLogo(page, server)
  const other = await administrator(server)
  const replace = async () => {
    const bucket = other.client.storage.from('tool-logos')
    const name = logoName()
    expect((await bucket.upload(name, await png(48))).error).toBeNull()
    const { publicUrl } = bucket.getPublicUrl(name).data
    await other.client
      .from('tools')
      .update({ logo: publicUrl })
      .eq('id', id ?? '')
    return publicUrl
  }
  const theirs = await replace()
  await field(page, 'Logo').setInputFiles(await picture('mine.png'))
  await button(page, 'Update Tool').click()
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this tool' })
  await expect(dialog.getByRole('group')).toHaveCount(1)
  await expect(
    dialog.getByRole('group', { name: 'Logo' }).getByRole('radio', { name: 'Yours' }),
  ).toBeChecked()
  await dialog.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  const mine = (await storedTool(server, slug))?.logo
  expect([logo, theirs]).not.toContain(mine)
  expect(await served(server, mine)).toBe(200)
  await expect.poll(() => served(server, theirs)).not.toBe(200)

  await page.goto(`/admin/tools/edit/${id}`)
  await field(page, 'Description').fill('Nothing about the logo.')
  const latest = await replace()
  await button(page, 'Update Tool').click()
  await expect(dialog.getByRole('group', { name: 'Logo' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page).toHaveURL('/admin/tools')
  expect(await storedTool(server, slug)).toMatchObject({
    logo: latest,
    short_description: 'Nothing about the logo.',
  })
  expect(await served(server, latest)).toBe(200)
})

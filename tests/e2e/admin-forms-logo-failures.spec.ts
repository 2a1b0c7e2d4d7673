import { addTool, button, field, fillTool, storedTool } from '../support/admin-forms.ts'
import { OBJECTS, openWithLogo, picture, served, watchStorage } from '../support/admin-logos.ts'
import { expect, test } from '../support/e2e.ts'
import { PUBLIC } from '../support/logos.ts'

/** Sections 4 and 5, the logo of a tool: all failures. */

const SAVE = '**/rest/v1/rpc/save_tool'

test.use({ allowedErrors: [/status of (400|403|404|409|413|415|500)|ERR_FAILED|Failed to delete logo/] })

test('Failed to upload logo: in the words of the server, which looks at the bytes', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  const noImage = { name: 'a.html', mimeType: 'text/html', buffer: Buffer.from('<p>') }
  await field(page, 'Logo').setInputFiles(noImage)
  await expect(field(page, 'Logo')).toHaveAccessibleDescription('Please upload an image file')
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

test('a refused save deletes its file; one without a response leaves it', async ({
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

test('a replaced file that cannot be deleted is no failure of the save', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug, logo } = await openWithLogo(page, server)
  await field(page, 'Logo').setInputFiles(await picture('second.png'))
  await page.route('**/storage/v1/object/tool-logos', (route) => route.abort())
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  const next = (await storedTool(server, slug))?.logo
  expect(next).not.toBe(logo)
  expect(await served(server, next)).toBe(200)
})

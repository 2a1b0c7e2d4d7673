import { administrator } from '../support/actors.ts'
import { button, field, fillTool, storedTool } from '../support/admin-forms.ts'
import { OBJECTS, openWithLogo, picture, served, watchStorage } from '../support/admin-logos.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, holdBack, test } from '../support/e2e.ts'
import { logoName, PUBLIC, png, svg } from '../support/logos.ts'

/** Sections 4 and 5, the logo of a tool: chosen, shown, uploaded, replaced and removed. */

test.use({ allowedErrors: [/status of (404|409)/] })

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

  // A dropped file is handled like a chosen one.
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

  await field(page, 'Logo').setInputFiles({ name: 'Mark.SVG', mimeType: 'image/svg+xml', buffer: svg() })
  await expect(page.locator('form img')).toHaveAttribute('src', /^blob:/)
  expect(
    await page.locator('form img').evaluate((img: HTMLImageElement) => img.decode().then(() => true)),
  ).toBe(true)
  await expect(page.getByText('Mark.SVG is uploaded when you save.')).toBeVisible()
  expect(uploads, 'nothing is sent before it is saved').toEqual([])
  await expectNoBarrier(page, 'a logo chosen')

  const upload = await holdBack(page, OBJECTS)
  await button(page, 'Create Tool').click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uploading logo...' })).toBeDisabled()
  await expect(page.getByText(/^Uploading\.\.\. \d+%$/)).toBeVisible()
  await expectNoBarrier(page, 'uploading')
  upload.letThrough()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const tool = await storedTool(server, slug)
  expect(tool?.logo).toMatch(new RegExp(`^${server.url}${PUBLIC}/${tool?.id}-\\d{13}\\.svg$`))
  expect(await served(server, tool?.logo)).toBe(200)
  expect(uploads).toHaveLength(1)
  expect(uploads[0]?.headers['x-upsert']).toBe('false')
})

test('a logo is kept, replaced by a new file, or removed, and the old file with it', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  const { slug, id, logo } = await openWithLogo(page, server)
  const { uploads, removals } = watchStorage(page)
  await button(page, 'Remove logo').click()
  await expect(page.getByText('The logo is removed when you save.')).toBeVisible()
  await button(page, 'Keep the old one').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  expect((await storedTool(server, slug))?.logo).toBe(logo)
  expect(removals).toEqual([])

  await page.goto(`/admin/tools/edit/${id}`)
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

  await page.goto(`/admin/tools/edit/${id}`)
  await button(page, 'Remove logo').click()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  await expect.poll(async () => (await storedTool(server, slug))?.logo).toBeNull()
  await expect.poll(() => served(server, next)).not.toBe(200)
})

test('of two new logos one is chosen; an untouched one is the other’s', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  const { slug, id, logo } = await openWithLogo(page, server)
  const other = await administrator(server)
  const replace = async () => {
    const bucket = other.client.storage.from('tool-logos')
    const name = logoName()
    expect((await bucket.upload(name, await png(48))).error).toBeNull()
    const { publicUrl } = bucket.getPublicUrl(name).data
    await other.client.from('tools').update({ logo: publicUrl }).eq('id', id)
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
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoBarrier(page, 'conflict')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
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

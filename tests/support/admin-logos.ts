import type { Page } from 'playwright/test'
import { administrator } from './actors.ts'
import { addTool, field } from './admin-forms.ts'
import { expect } from './e2e.ts'
import { logoName, png } from './logos.ts'
import type { TestServer } from './test-server.ts'

/** The logo field of the tool form, for tests. */

export const OBJECTS = '**/storage/v1/object/**'

export const picture = async (name = 'logo.png') => ({ name, mimeType: 'image/png', buffer: await png() })

/** The status with which a stored logo is served. */
export const served = async (server: TestServer, logo: string | null | undefined) =>
  (await fetch(new URL(logo ?? '/nowhere', server.url))).status

/** Names of uploaded and of deleted files, by the page's requests. */
export function watchStorage(page: Page) {
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

/** Adds a tool with a logo and opens it in the form. */
export async function openWithLogo(page: Page, server: TestServer) {
  const logos = (await administrator(server)).client.storage.from('tool-logos')
  const name = logoName()
  const { error } = await logos.upload(name, await png())
  expect(error).toBeNull()
  const logo = logos.getPublicUrl(name).data.publicUrl
  const tool = await addTool(server, { logo })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await expect(field(page, 'Name')).toHaveValue(tool.name)
  return { slug: tool.slug, id: tool.id, logo }
}

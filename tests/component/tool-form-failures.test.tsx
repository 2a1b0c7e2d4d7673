import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CATEGORIES, fillTool, serveTool, storedTool, type ToolCall } from '../support/forms.ts'
import { answer, breakCalls, hold, open, restore } from '../support/render-site.tsx'

/**
 * Section 8: messages of the tool form when loading or saving fails. Contract tests cover what the database refuses.
 */

const NEW = '/admin/tools/new'
const EDIT = '/admin/tools/edit/t1'

let saved: ToolCall[]
beforeEach(() => {
  saved = serveTool()
})

const savedNames = () => saved.map(({ name }) => name)

test('Failed to load tool, tool categories, categories, each tried again', async () => {
  breakCalls('tools', 500)
  const release = hold('tools')
  const { page, user } = open(EDIT)
  const retry = async () => user.click(await page.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelector('[data-skeleton=form]')).toBeTruthy())
  release()
  await page.findByText('Failed to load tool')
  restore('tools')
  breakCalls('tool_categories', 500)
  await retry()
  await page.findByText('Failed to load tool categories')
  restore('tool_categories')
  breakCalls('categories', 500)
  await retry()
  expect((await page.findByLabelText<HTMLInputElement>('Name')).value).toBe(storedTool.name)
  await page.findByText('Failed to load categories')
  expect(page.getByRole('button', { name: 'Remove Music' }), 'known from the tool').toBeTruthy()
  restore('categories')
  await retry()
  await user.type(page.getByLabelText('Categories'), 'Vid')
  await page.findByRole('option', { name: 'Video' })
})

test.each([
  ['an id nobody has', () => answer('tools', () => [])],
  ['no id', () => breakCalls('tools', 400, { code: '22P02', message: 'invalid input syntax' })],
])('at %s there is no tool, which is said', async (_what, prepare) => {
  prepare()
  const { page, user } = open(EDIT)
  await page.findByText('Tool not found')
  await user.click(page.getByRole('link', { name: 'All tools' }))
  await page.findByRole('heading', { level: 2, name: 'Tools' })
})

describe.each([
  ['a new tool', NEW, 'Create Tool', 'Database insert error', 'Tool created successfully'],
  ['a tool', EDIT, 'Update Tool', 'Database update error', 'Tool updated successfully'],
] as const)('saving %s', (_what, address, press, step, success) => {
  test.each([
    ['without an answer', null, undefined, 'The server could not be reached'],
    ['with 500', 500, { message: 'out of order' }, 'out of order'],
    [
      'with 403',
      403,
      { code: '42501', message: 'Only administrators may save tools' },
      'Only administrators may save tools',
    ],
  ])('fails %s: with the reason, and what was typed stays', async (_how, status, body, reason) => {
    const { page, user } = open(address)
    await fillTool(page, user)
    breakCalls('rpc/save_tool', status, body)
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(`Failed to save tool: ${step}: ${reason}`)
    expect(page.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Made in the form.')
    restore('rpc/save_tool')
    const release = hold('rpc/save_tool')
    await user.click(page.getByRole('button', { name: press }))
    expect((await page.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
    expect(page.getByLabelText('Name').matches(':disabled')).toBe(true)
    release()
    await page.findByText(success)
    expect(savedNames()).toEqual(['Made here'])
  })

  test('with a slug that is taken says so at the field', async () => {
    const { page, user } = open(address)
    await fillTool(page, user)
    breakCalls('rpc/save_tool', 409, { code: '23505', message: 'duplicate key' })
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(`Failed to save tool: ${step}: Slug is already taken`)
    const slug = page.getByLabelText('Slug')
    await waitFor(() => expect(document.activeElement).toBe(slug))
    expect(slug.getAttribute('aria-invalid')).toBe('true')
    expect(page.getByText('Slug is already taken')).toBeTruthy()
  })

  test('with a deleted category says so at the field, and works without it', async () => {
    const { page, user } = open(address)
    await fillTool(page, user)
    await user.type(page.getByLabelText('Categories'), 'Video')
    await user.click(await page.findByRole('option', { name: 'Video' }))
    const what = address === NEW ? 'Failed to add tool categories' : 'Failed to update tool categories'
    const message = 'A chosen category no longer exists'
    breakCalls('rpc/save_tool', 409, { code: '23503', details: 'tool_categories', message })
    answer('categories', () => CATEGORIES.filter(({ name }) => name !== 'Video'))
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(`Failed to save tool: ${what}: ${message}`)
    await page.findByText('This category no longer exists')
    await user.click(page.getByRole('button', { name: 'Remove Video' }))
    restore('rpc/save_tool')
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(success)
  })

  test('whose response is lost does not save twice', async () => {
    const { page, user } = open(address)
    await fillTool(page, user)
    breakCalls('rpc/save_tool', null)
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(/could not be reached/)
    // The first save succeeded: the next press finds the tool changed, with exactly the typed values.
    const now = { name: 'Made here', slug: 'made-here', short_description: 'Made in the form.' }
    const website_url = 'https://example.org/made'
    answer('tools', () => [{ ...storedTool, ...now, website_url, updated_at: 'later' }])
    if (address === NEW) answer('tool_categories', () => [])
    breakCalls('rpc/save_tool', 409, { code: 'PT409', message: 'The tool was changed' })
    await user.click(page.getByRole('button', { name: press }))
    await page.findByText(success)
    expect(page.queryByRole('dialog')).toBeNull()
  })
})

test('a tool deleted meanwhile is reported, and can be added again as typed', async () => {
  const { page, user } = open(EDIT)
  await fillTool(page, user)
  breakCalls('rpc/save_tool', 404, { code: 'PT404', message: 'Tool not found' })
  await user.click(page.getByRole('button', { name: 'Update Tool' }))
  await page.findByText('Failed to save tool: Database update error: Tool not found')
  expect((await page.findByRole('alert')).textContent).toContain('This tool was deleted by someone else.')
  restore('rpc/save_tool')
  await user.click(page.getByRole('button', { name: 'Create Tool' }))
  await page.findByText('Tool created successfully')
  expect(saved).toMatchObject([{ name: 'Made here', short_description: 'Made in the form.' }])
  expect(saved[0]?.tool_id ?? null).toBeNull()
  expect(saved[0]?.new_id).toBeTruthy()
})

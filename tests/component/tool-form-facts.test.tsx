import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fill, serveTool, storedTool } from '../support/forms.ts'
import { answer, breakCalls, open, restore } from '../support/render-site.tsx'

/** The facts of a tool in its form: opened, changed, saved, and compared with what someone else saved. */

test('facts are opened, changed and saved; of two versions one is chosen', async () => {
  const saved = serveTool()
  const stored = {
    ...storedTool,
    ...{ pricing: 'paid', open_source: false, platforms: ['web', 'ios'], long_description: '# More' },
  }
  answer('tools', () => [stored])
  const { page, user } = open('/admin/tools/edit/t1')
  const facts = within(await page.findByRole('region', { name: 'Facts' }))
  const choices = (name: string) => within(facts.getByRole('group', { name }))
  expect(choices('Pricing').getByLabelText<HTMLInputElement>('Paid').checked).toBe(true)
  expect(choices('Open source').getByLabelText<HTMLInputElement>('No').checked).toBe(true)
  expect(facts.getByLabelText<HTMLInputElement>('iOS').checked).toBe(true)

  await user.click(choices('Pricing').getByLabelText('Free'))
  await user.click(choices('Open source').getByLabelText('Unknown'))
  await fill(user, facts.getByLabelText('License'), 'MIT')
  await user.click(facts.getByLabelText('Self-hosted'))
  await user.click(facts.getByLabelText('Web'))
  await fill(user, facts.getByLabelText('Repository'), 'code.example')
  await user.click(page.getByRole('button', { name: 'Update Tool' }))
  await facts.findByText('Must be a valid URL')
  await fill(user, facts.getByLabelText('Repository'), 'https://code.example')

  breakCalls('rpc/save_tool', 409, { code: 'PT409', message: 'This tool was changed by someone else' })
  answer('tools', () => [{ ...stored, pricing: null, long_description: '# Less', updated_at: 'later' }])
  await user.click(page.getByRole('button', { name: 'Update Tool' }))
  const dialog = within(await page.findByRole('dialog'))
  const pricing = within(dialog.getByRole('group', { name: 'Pricing' }))
  expect(pricing.getByLabelText<HTMLInputElement>(/Free/).checked, 'what was changed here').toBe(true)
  pricing.getByLabelText(/Unknown/)
  const details = within(dialog.getByRole('group', { name: 'Details' }))
  expect(details.getByLabelText<HTMLInputElement>(/# Less/).checked, 'what was left alone').toBe(true)
  restore('rpc/save_tool')
  await user.click(dialog.getByRole('button', { name: 'Save these choices' }))
  await page.findByText('Tool updated successfully')
  expect(saved.at(-1)).toMatchObject({
    known_updated_at: 'later',
    facts: {
      ...{ pricing: 'free', open_source: null, license: 'MIT', repository_url: 'https://code.example' },
      ...{ platforms: ['ios', 'self-hosted'], long_description: '# Less' },
    },
  })
})

import { addTool, button } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** The facts of a tool and its details, from the form to the tool's page. */

const DETAILS = `# What it does

Whisper *transcribes* speech, see [the paper](https://papers.example/whisper).

- 99 languages
- [a trap](javascript:alert(1)) <script>alert(2)</script>
  1. nested

> It runs on a laptop.

| Model | Size |
|-|-|
| tiny | 39 M |

\`\`\`
whisper audio.flac
\`\`\`
`

test('facts are entered in the form and shown on the page, from the server and in the browser', async ({
  page,
  server,
  signIn,
}) => {
  const tool = await addTool(server)
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  const facts = page.getByRole('region', { name: 'Facts' })
  await facts.getByLabel('Free', { exact: true }).check()
  await facts.getByLabel('Yes').check()
  await facts.getByLabel('License').fill('MIT')
  await facts.getByLabel('Repository').fill('https://github.com/openai/whisper')
  for (const platform of ['Self-hosted', 'macOS', 'Web']) await facts.getByLabel(platform).check()
  await facts.getByLabel('Details').fill(DETAILS)
  await expectNoBarrier(page, 'the form')
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()

  const table = page.getByRole('table', { name: 'Facts' })
  const details = page.getByRole('region', { name: 'Details' })
  async function expectFacts(): Promise<void> {
    await expect(table.getByRole('row')).toHaveText([
      'PricingFree',
      'Open sourceYes',
      'LicenseMIT',
      'Repositorygithub.com/openai/whisper',
      'PlatformsWeb, macOS, Self-hosted',
    ])
    await expect(table.getByRole('link', { name: 'macOS' })).toHaveAttribute('href', '/?platforms=macos')
    await expect(details.getByRole('heading', { level: 3 })).toHaveText('What it does')
    await expect(details.getByRole('link')).toHaveText(['the paper'])
    await expect(details.getByRole('row')).toHaveText(['ModelSize', 'tiny39 M'])
    await expect(details).not.toContainText('script')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(tool.name)
  await page.getByRole('option', { name: tool.name }).first().click()
  await expectFacts()
  await page.reload()
  await settled(page)
  await expectFacts()
  await expectNoBarrier(page, 'the page')
  await expectToFit(page, 390)
  // On paper followed by its URL, instead of sharing the column with it.
  await page.emulateMedia({ media: 'print' })
  await expect(table.getByRole('link', { name: 'github.com' })).toHaveCSS('display', 'inline')
})

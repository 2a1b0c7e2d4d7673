import type { Site } from '#shared/site.ts'
import { type Text, textOf } from '~/lib/texts'

type Texts = { title: Text; description: Text }

/** What the loader of an account page returns for its head, so that its texts come with the page. */
export const accountPage = (site: Site, { title, description }: Texts, path: string, index = true) => ({
  title: textOf(title, site),
  description: textOf(description, site),
  path,
  index,
})

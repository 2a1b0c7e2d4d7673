import type { Site } from '#shared/site.ts'
import { type Text, textOf } from './texts'

type Texts = { title: Text; description: Text }

/** What the loader of a page returns for its head, so that its texts come with the page. */
export const loadedPage = (site: Site, { title, description }: Texts, path: string, index = true) => ({
  title: textOf(title, site),
  description: textOf(description, site),
  path,
  index,
})

import { getEnvironment } from './environment'

type Page = {
  title: string
  description: string
  /** Path of the page, without search parameters: its canonical address. */
  path: string
  /** Address of a picture of the thing itself; else the site's own preview. */
  image?: string | null
  /** False keeps the page out of search engines. */
  index?: boolean
}

/** Title, description, canonical address and social preview of a page, for a route's `head`. */
export function pageHead({ title, description, path, image, index = true }: Page) {
  const { publicUrl, productName } = getEnvironment()
  const url = publicUrl + path
  const preview = new URL(image || '/social-preview.png', publicUrl).href
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(index ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: productName },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: preview },
      { name: 'twitter:card', content: image ? 'summary' : 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: preview },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** The head of a page that is not there. */
export function missingHead(title: string) {
  return { meta: [{ title }, { name: 'robots', content: 'noindex' }] }
}

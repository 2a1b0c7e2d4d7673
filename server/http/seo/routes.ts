import { ImagesBusyError } from '../../images/images.ts'
import type { Report } from '../../lib/errors.ts'
import { ReadError, type Reader } from '../../product/reader.ts'
import { answerFeed } from './feeds.ts'
import { answerSiteFile, type SeoConfig } from './site-files.ts'
import { answerSitemap } from './sitemap.ts'

type Answer = (request: Request, pathname: string) => Promise<Response | undefined>

/**
 * What the site serves to machines beside the pages: sitemap, feeds, previews, icons, robots.txt, manifest,
 * /.well-known. Undefined for every other URL.
 */
export function createSeo(
  config: SeoConfig,
  reader: Reader,
  answerPreview: Answer,
  answerIcon: Answer,
  report: Report,
): (request: Request, pathname: string) => Promise<Response | undefined> {
  return async (request, pathname) => {
    try {
      return (
        (await answerSiteFile(request, pathname, config)) ??
        (await answerSitemap(request, pathname, reader, config)) ??
        (await answerFeed(request, pathname, reader, config.site)) ??
        (await answerPreview(request, pathname)) ??
        (await answerIcon(request, pathname))
      )
    } catch (error) {
      if (error instanceof ReadError) report('a document could not be read together', error)
      // The cause of a failed image has been reported where it happened.
      else if (!(error instanceof ImagesBusyError)) throw error
      return new Response('This cannot be answered for a moment. Please try again.\n', {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' },
      })
    }
  }
}

import path from 'node:path'
import { staticMiddleware } from 'srvx/static'
import { BUILD_FOLDER } from './render-pages.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Serves the files of the build. Names under /assets contain a hash, so their content never changes. */
export function createAssets(): (request: Request) => Promise<Response | undefined> {
  const dir = path.join(BUILD_FOLDER, 'client')
  const hashed = staticMiddleware({ dir, encodings: true, maxAge: YEAR_SECONDS, immutable: true })
  const plain = staticMiddleware({ dir, encodings: true, maxAge: 3600 })
  const nothing = new Response(null, { status: 404 })
  return async (request) => {
    const { pathname } = new URL(request.url)
    // Pages have no extension; only paths with one are looked up.
    if (!/\.[a-z0-9]+$/i.test(pathname)) return undefined
    const serve = pathname.startsWith('/assets/') ? hashed : plain
    const answer = await serve(request, () => nothing)
    return answer === nothing ? undefined : answer
  }
}

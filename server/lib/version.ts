import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** The product's version from package.json, for /healthz, /metrics and `npm run cli -- --version`. */
export const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))

import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** The version of the product, as package.json has it: /healthz, /metrics and `npm run cli -- --version` tell it. */
export const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

import path from 'node:path'
import type postgres from 'postgres'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createImages } from '../../images/images.ts'
import { type Config, StartError } from '../../lib/config.ts'
import type { Report } from '../../lib/errors.ts'
import type { Logger } from '../../lib/log.ts'
import { networkOf } from '../../lib/network.ts'
import { createDiskStore } from './disk-store.ts'
import { createGateway } from './gateway.ts'
import { createMayWrite } from './may-write.ts'
import { createRenderer } from './render-logo.ts'
import { addressOf, keepSiteFolder, TakenFolder } from './site-folder.ts'
import { StorageError } from './storage-error.ts'
import type { LogoStore } from './store.ts'
import { sweepLogos } from './sweep.ts'

interface LogosOptions {
  config: Config
  log: Logger
  report: Report
  sql: postgres.Sql
  keys: { jwtSecret: string; secretKey: string }
}

/** Opens the configured store and the gateway. An unavailable store does not prevent the start. */
export async function openLogos({ config, log, report, sql, keys }: LogosOptions) {
  const store = await openStore(config, sql, addressOf(config.publicUrl))
  await store.claim?.().catch((error: unknown) => {
    if (error instanceof TakenFolder) throw new StartError(error.reason)
    report('the logos cannot be reached yet', error)
  })
  const images = createImages((error) => report('an image could not be processed', error))
  const sweep = sweepLogos(store, sql, { log, report })
  const gateway = createGateway({
    store,
    images,
    renderer: createRenderer(store, images),
    mayWrite: createMayWrite(sql, keys),
    spend: createRenderLimit(config.rateLimits),
    report,
  })
  return {
    fetch: gateway.fetch,
    close: () => {
      images.close()
      return sweep.stop()
    },
  }
}

/** The store without the gateway. `address`: as {@link createS3Store} has it. */
export async function openStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  sql: postgres.Sql,
  address?: string,
): Promise<LogoStore & { claim?(): Promise<void> }> {
  if (!s3) return createDiskStore(path.join(dataDir, 'logos'))
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(s3, await keepSiteFolder(sql), address)
}

/** New sizes one client may request per minute. Cached ones are not counted. */
const PICTURES = 600
const SECONDS = 60

function createRenderLimit(enabled: boolean): (ip: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: PICTURES, duration: SECONDS })
  return async (ip) => {
    if (!enabled) return
    try {
      await limiter.consume(networkOf(ip))
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      throw new StorageError(
        429,
        'SlowDown',
        'Too Many Requests',
        'Too many requests. Please try again in a minute.',
      )
    }
  }
}

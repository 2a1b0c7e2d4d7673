import { startCluster } from '../tests/support/cluster.ts'
import { startServerProcess, type TestServer } from '../tests/support/test-server.ts'
import { fire, lineOf } from './fire.ts'
import { generateCatalogue, SMALL } from './generate-catalogue.ts'

/** Home rendered with twenty categories and with five hundred: size, and requests per second. */
export async function measureCategories(print: (line: string) => void): Promise<void> {
  const cluster = await startCluster()
  process.env.TEST_CLUSTER_URL = cluster.url
  process.env.TEST_TEMPLATE = cluster.template
  const servers: TestServer[] = []
  try {
    for (const categories of [20, 500]) {
      const server = await startServerProcess({ CACHE_MB: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
      servers.push(server)
      await generateCatalogue(server.sql, { ...SMALL, categories })
    }
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round < 3; round++)
      for (const [index, { url }] of servers.entries()) {
        const { length } = await (await fetch(url)).text()
        print(
          lineOf(await fire(`home of ${index ? 500 : 20} categories, ${(length / 1000).toFixed(1)} kB`, url)),
        )
      }
  } finally {
    for (const server of servers) await server.close()
    await cluster.stop()
  }
}

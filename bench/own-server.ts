import { startCluster } from '../tests/support/cluster.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/test-server.ts'

/** Measures on a database server of its own. */
export async function withCluster<T>(measure: () => Promise<T>): Promise<T> {
  const cluster = await startCluster()
  Object.assign(process.env, { TEST_CLUSTER_URL: cluster.url, TEST_TEMPLATE: cluster.template })
  try {
    return await measure()
  } finally {
    await cluster.stop()
  }
}

/** Measures an empty site on it. */
export async function withSite(
  env: Record<string, string>,
  measure: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await startServerProcess(env)
  try {
    await measure(server)
  } finally {
    await server.close()
  }
}

/** Both. */
export const withOwnSite: typeof withSite = (env, measure) => withCluster(() => withSite(env, measure))

import type { TestServer } from '../support/test-server.ts'

/** Sets the count of the limit's latest key, so that tests need not make that many calls. */
export const setLastCount = ({ sql }: Pick<TestServer, 'sql'>, limit: string, points: number) =>
  sql`
    update private.rate_limits set points = ${points} where key = (
      select key from private.rate_limits where starts_with(key, ${`${limit}:`}) order by expire desc limit 1)`

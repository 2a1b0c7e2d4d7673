import type { TestServer } from '../support/test-server.ts'

/** Pretends that this limit counted so many points, of whatever it counted last: nothing has to be done so often. */
export const setLastCount = ({ sql }: Pick<TestServer, 'sql'>, limit: string, points: number) =>
  sql`
    update private.rate_limits set points = ${points} where key = (
      select key from private.rate_limits where starts_with(key, ${`${limit}:`}) order by expire desc limit 1)`

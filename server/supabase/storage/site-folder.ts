import type postgres from 'postgres'
import { StoreError } from './store.ts'

/**
 * The name of this site's folder in a bucket, created on first use: sites that share a bucket neither see nor delete
 * each other's logos. It is in the database, so that processes share it and a moved or restored site keeps it.
 */
export async function keepSiteFolder(sql: postgres.Sql): Promise<string> {
  await sql`insert into private.site_folder default values on conflict do nothing`
  const [row] = await sql<{ id: string }[]>`select id from private.site_folder`
  if (!row) throw new Error('the folder of the site in its bucket cannot be named')
  return row.id
}

/**
 * A copy of a database names the same folder, and would delete the logos that only its original has. So a mark in the
 * folder names the address of the site that uses it.
 */
export class TakenFolder extends StoreError {
  override name = 'TakenFolder'

  constructor(bucket: string, mark: string, address: string) {
    super(
      `S3_BUCKET ${bucket}: these logos belong to the site at ${address.slice(0, 300).replaceAll(/\p{C}/gu, '?')}, of ` +
        `whose database this one is a copy. Give the copy a bucket of its own; or, if this site takes the place of that ` +
        `one, remove the object ${mark} from the bucket and start again`,
    )
  }
}

/** What the mark says of a site at this address; a site without PUBLIC_URL has none that others could know it by. */
export function addressOf(publicUrl: string): string {
  const { hostname, origin } = new URL(publicUrl)
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? '' : origin
}

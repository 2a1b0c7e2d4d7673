/**
 * All advisory locks, so that no two share a number. A session or transaction holds at most one of them. Locks of one
 * number do not collide with those of two; ours have one. Locks taken in SQL are named by a text that the database
 * hashes; they are listed here too, and tests/unit/locks.test.ts compares the list with the schema.
 */
export const LOCKS = {
  /** Migrations are being applied. */
  prepare: 7_358_210_931,
  /** A catalogue is being imported: two imports would lock each other's rows. */
  import: 7_358_210_932,
  /** Unused logos are being deleted. */
  sweepLogos: 7_358_210_933,
  /** A mail of the queue is being sent. */
  mails: 7_358_210_934,
  /** A claim is being checked. */
  claims: 7_358_210_935,
  /** Links are being checked. */
  links: 7_358_210_936,
  /** Icons are being looked for. */
  icons: 7_358_210_937,
} as const

/** Texts given to `hashtextextended(…, 0)` in SQL, some followed by a suffix. */
export const SQL_LOCKS = [
  /** A partition: 'administrators', 'catalogue' or 'recommendations' (private.lock_partition). */
  'plaudit ',
  /** Bursts are looked for by one process at a time. */
  'plaudit alerts',
  /** Followers are told by one process at a time. */
  'plaudit follows',
  /** Claims of one username are serialised. */
  'username ',
  /** Versions of the site's settings are serialised. */
  'public.site_settings',
] as const

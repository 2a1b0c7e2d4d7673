/**
 * Every advisory lock of the database, so that no two mean the same one. A session or transaction holds at most one of
 * them. PostgreSQL keeps locks of one number apart from those of two; all of ours have one.
 *
 * Locks that SQL takes are named by a text, which the database hashes: they are listed here too, and a test compares the
 * list with the migrations (tests/unit/locks.test.ts).
 */
export const LOCKS = {
  /** The database is being brought up to date. */
  prepare: 7_358_210_931,
  /** A catalogue is being imported: two imports at once would lock each other's rows. */
  import: 7_358_210_932,
  /** Logos nothing points at are being removed. */
  sweepLogos: 7_358_210_933,
} as const

/** Texts given to `hashtextextended(…, 0)` in migrations; what follows one in the SQL says of what. */
export const SQL_LOCKS = [
  /** A partition, 'catalogue' or 'recommendations', is written by one alone or by several (private.lock_partition). */
  'plaudit ',
  /** A username is claimed by one account or sign-up after another. */
  'username ',
  /** Reports of one member are counted one after another. */
  'upvote_flags ',
  /** Administrators are made and revoked one after another, so that one is left. */
  'private.administrators',
  /** Versions of the site's settings are written one after another. */
  'public.site_settings',
] as const

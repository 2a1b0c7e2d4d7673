import { UNFINISHED_RESTORE } from '../data-dir.ts'

/**
 * What a backup holds, in one place: a backup leaves the rest out, and a restore refuses it, whoever made the file.
 */

/** Folder of the daily backups, below DATA_DIR. */
export const BACKUPS = 'backups'

/** Names in DATA_DIR that belong to the running process, to a restore, or to backups themselves. */
const LEFT_OUT = new Set([UNFINISHED_RESTORE, BACKUPS, 'lost+found'])
const PROCESS_FILES = /^(postgres|plaudit\.pid|\.write-test-)/

/** Whether this path below DATA_DIR is copied as a file; the database has its own way. */
export function isPlainMember(name: string): boolean {
  const [top = ''] = name.split('/')
  return !LEFT_OUT.has(top) && !PROCESS_FILES.test(top) && !/(^|\/)\.tmp-/.test(name)
}

/** A name that a line of the checksums can hold, and that is one path on every system. */
export const isPlainName = (name: string): boolean => !/[\\\p{Cc}]/u.test(name)

/** Written anew by a restore: they name commands to run, libraries to load and who may connect. */
export const SERVER_SETTINGS: ReadonlyMap<string, string> = new Map([
  [
    'postgresql.conf',
    "# Plaudit sets the rest when it starts the database.\nlc_messages = 'C'\ntimezone = 'UTC'\nlog_timezone = 'UTC'\n" +
      "default_text_search_config = 'pg_catalog.english'\n",
  ],
  ['postgresql.auto.conf', ''],
  [
    'pg_hba.conf',
    '# The socket is in a folder of its owner.\nlocal all all trust\nlocal replication all trust\n',
  ],
  ['pg_ident.conf', ''],
])

/**
 * The folders and files of a server's data. Missing: signals of a recovery or a standby, maps of tablespaces (links),
 * its pid file, included settings, and whatever an owner put there.
 */
const SERVER_DATA =
  /^(PG_VERSION|backup_label(\.old)?|(base|global|pg_(commit_ts|dynshmem|logical|multixact|notify|replslot|serial|snapshots|stat|stat_tmp|subtrans|tblspc|twophase|wal|xact))(\/.*)?)$/
/** A base backup leaves them empty. */
const EMPTY = /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|tblspc)\/./

/** Whether this path below the folder `postgres` is part of a database. */
export const isServerMember = (name: string): boolean =>
  SERVER_SETTINGS.has(name) || (SERVER_DATA.test(name) && !EMPTY.test(name))

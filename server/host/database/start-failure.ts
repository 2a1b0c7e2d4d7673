/**
 * Explains in one line why PostgreSQL did not start and what to do about it. `said` is the output of the server and its
 * tools during this start.
 */
export function explainStartFailure(said: string, where: Where): string {
  const { clusterDir } = where
  for (const [pattern, explain] of KNOWN) {
    const found = pattern.exec(said)
    if (found) return `the database in ${clusterDir} did not start: ${explain(found, where)}`
  }
  return `the database in ${clusterDir} did not start: ${firstFailure(said) ?? 'it gave no reason'}`
}

interface Where {
  clusterDir: string
  /** The system user it runs as. */
  owner: string
  /** The version of PostgreSQL that created it, if readable. */
  version: string
}

type Explain = (found: RegExpExecArray, where: Where) => string

const restore = 'put a complete copy of the folder back from a backup'

/** In this order: the first match is the cause; later messages follow from it. */
const KNOWN: readonly (readonly [RegExp, Explain])[] = [
  [/No space left on device|Disk quota exceeded/, () => 'the disk is full; free some space and start again'],
  [
    /wrong ownership|has wrong owner/,
    (_, { clusterDir, owner }) =>
      `the folder belongs to another user; run \`chown -R ${owner} ${clusterDir}\` and start again`,
  ],
  [
    /invalid permissions/,
    (_, { clusterDir }) =>
      `others may read the folder; run \`chmod -R go-rwx ${clusterDir}\` and start again`,
  ],
  [
    /"?([^"\n]*)"?: Permission denied/,
    (_, { clusterDir, owner }) =>
      `the user ${owner} may not read or write a file in it; run \`chown -R ${owner} ${clusterDir}\` and start again`,
  ],
  [
    /database files are incompatible with server/,
    (_, { version }) =>
      `its files were made by ${version ? `PostgreSQL ${version}` : 'another PostgreSQL'}, not by the one of this app; bring the database over with that version's pg_dump`,
  ],
  [
    /lock file "[^"]*" already exists|is another (?:postmaster|postgres)|pre-existing shared memory block/i,
    () => 'another PostgreSQL runs on the folder, or has just died; stop it and start again',
  ],
  [
    /could not (?:create|bind)[^\n]*(?:socket|address)[^\n]*/i,
    () =>
      'its socket or port is in use, or the folder for temporary files cannot be written; stop what uses it',
  ],
  [
    /could not (?:create shared memory|map anonymous shared memory|create semaphores|fork)|Cannot allocate memory|out of memory/i,
    () => 'the system has too little memory or shared memory left for it; free some, or give it more',
  ],
  [
    /(?:directory|file) "(?:[^"\n]*\/)?(pg_[a-z]+)"[^\n]*(?:No such file|does not exist)|(could not locate a valid checkpoint record)/,
    (found) =>
      `${found[1] === undefined ? 'its write-ahead log (pg_wal) is missing or incomplete' : `${found[1]} is missing`}; ${restore}`,
  ],
]

/** The first line that reports a failure; later ones follow from it. */
function firstFailure(said: string): string | undefined {
  const lines = said.split('\n').map((line) => line.trim())
  const found = lines.find((line) => /\b(?:FATAL|PANIC|ERROR):/.test(line)) ?? lines.findLast(Boolean)
  return found?.replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, '')
}

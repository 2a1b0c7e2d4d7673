import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type ConnectionOptions, RECONNECT } from '../database/open-database.ts'
import type { Report } from '../errors.ts'
import { withTimeout } from '../with-timeout.ts'

/**
 * What was changed in the database, notified by its triggers over a connection of our own (`listen`). While that connection
 * is not known to work nothing may be answered from memory.
 */
export interface Changes {
  /** Everything committed until a moment ago has been notified. */
  isFresh(): boolean
  /** Asks the database: true once everything committed before the call has been notified, false when nobody listens. */
  awaitNotices(): Promise<boolean>
  close(): Promise<void>
}

export interface ChangesOptions {
  database: ConnectionOptions
  /** Names of what changed, as the change notices in supabase/schemas spell them. */
  onChange(names: readonly string[]): void
  /** Changes may have been missed. */
  onLost(): void
  report: Report
}

const CHANNEL = 'plaudit_changes'

/**
 * An answer from memory needs a sign of life of the listening connection that is not older. While little is asked every
 * request so waits for one of its own, a fraction of a millisecond, and reads what was committed before it; under load
 * many share one. Also when the network swallows everything in silence, nothing older than this is answered.
 */
const FRESH_MS = 6
/** From this age on the next one is asked for while answers go out, so that hardly anybody waits under load. */
const RENEW_MS = 3
/** A connection that answers later than this is lost. */
const TIMEOUT_MS = 1000
/** Without any request, so that a lost connection is replaced before somebody needs it. */
const IDLE_BEAT_MS = 5000
const RETRY_MS = 200

type Connection = postgres.Sql

/** Starts listening; returns at once, and is fresh as soon as the database has answered. */
export function listenForChanges({ database, onChange, onLost, report }: ChangesOptions): Changes {
  /** The connection that listens. */
  let listening: Connection | undefined
  /** When the last question that was answered had been asked. */
  let confirmed = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined
  let closed = false
  let whenLost = Promise.withResolvers<void>()

  function open(): Connection {
    const connection: Connection = postgres(database.url, {
      ...database.options,
      ...RECONNECT,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: 'plaudit-changes' },
      onclose: () => lose(connection),
      // The driver's types do not know this one.
      ...{ onnotify: (_channel: string, names: string) => onChange(names.split(' ')) },
    })
    return connection
  }

  function lose(connection: Connection): void {
    if (listening !== connection) return
    listening = undefined
    confirmed = Number.NEGATIVE_INFINITY
    whenLost.resolve()
    onLost()
  }

  /** One question to the listening connection: what was notified before it is delivered before its answer. */
  function ask(connection: Connection): Promise<boolean> {
    const since = performance.now()
    asking = withTimeout(connection`select 1`, TIMEOUT_MS)
      .then(
        () => {
          // The driver reconnects by itself, and does not listen then: `lose` was called before.
          if (listening === connection) confirmed = since
        },
        () => lose(connection),
      )
      .then(() => {
        asking = undefined
        return listening === connection
      })
    return asking
  }

  async function keepListening(): Promise<void> {
    let isReported = false
    while (!closed) {
      const connection = open()
      try {
        await withTimeout(connection`listen ${connection(CHANNEL)}`, TIMEOUT_MS)
        listening = connection
        isReported = false
        whenLost = Promise.withResolvers<void>()
        while (listening === connection && !closed) {
          await (asking ?? ask(connection))
          const beat = sleep(IDLE_BEAT_MS, undefined, { ref: false })
          if (listening === connection) await Promise.race([beat, whenLost.promise])
        }
      } catch (error) {
        // Retried below, and reported once.
        if (!closed && !isReported) report('changes of the database cannot be listened to', error)
        isReported = true
      }
      lose(connection)
      await connection.end({ timeout: 0 }).catch(() => undefined)
      if (!closed) await sleep(RETRY_MS, undefined, { ref: false })
    }
  }
  const ended = keepListening()

  return {
    isFresh: () => {
      const age = performance.now() - confirmed
      if (age > RENEW_MS && listening && !asking) void ask(listening)
      return age < FRESH_MS
    },
    awaitNotices: async () => {
      // A question that is already out may be older than what the caller means; the next one serves all who wait.
      await asking
      if (!listening) return false
      return asking ?? ask(listening)
    },
    close: async () => {
      closed = true
      if (listening) lose(listening)
      await ended
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { type ConnectionOptions, openPool } from '../../host/database/open-database.ts'
import type { Report } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'

/**
 * Listens for the change notices of the database's triggers on a connection of our own. While that connection is not
 * known to work, nothing may be answered from the cache.
 */
export type Changes = ReturnType<typeof listenForChanges>

interface ChangesOptions {
  database: ConnectionOptions
  /** Names of what changed, as supabase/schemas/operation/90_change_notices.sql spells them. */
  onChange(names: readonly string[]): void
  /** Notices may have been missed. */
  onLost(): void
  report: Report
}

const CHANNEL = 'plaudit_changes'

/**
 * The maximum age of the last check of the listening connection for answers from the cache. With few requests each
 * waits for a check of its own, a fraction of a millisecond; under load many share one. The bound also holds when the
 * network silently drops packets.
 */
const FRESH_MS = 6
/** From this age on the next check is sent in advance, so that hardly any request waits under load. */
const RENEW_MS = 3
/** A connection that answers later than this counts as lost. */
const TIMEOUT_MS = 1000
/** To connect and begin: at a start this process is busy with much else. */
const OPEN_MS = 5000
/** Without requests, so that a lost connection is replaced before it is needed. */
const IDLE_BEAT_MS = 5000
const RETRY_MS = 200

type Connection = postgres.Sql

/** Starts listening and returns at once; fresh as soon as the database has answered. */
export function listenForChanges({ database, onChange, onLost, report }: ChangesOptions) {
  /** The listening connection. */
  let listening: Connection | undefined
  /** When the last answered check was sent. */
  let confirmed = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined
  let closed = false
  let whenLost = Promise.withResolvers<void>()

  function open(): Connection {
    const connection: Connection = openPool(database, 'plaudit-changes', {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      onclose: () => lose(connection),
      // The driver's types lack this event.
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

  /** One query on the listening connection: pending notices are delivered before its result. */
  function ask(connection: Connection): Promise<boolean> {
    const since = performance.now()
    asking = withTimeout(connection`select 1`, TIMEOUT_MS)
      .then(
        () => {
          // The driver reconnects by itself but does not listen again; `lose` was called before.
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
        await withTimeout(connection`listen ${connection(CHANNEL)}`, OPEN_MS)
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
    /** All notices of commits until a moment ago have been received. */
    isFresh: () => {
      const age = performance.now() - confirmed
      if (age > RENEW_MS && listening && !asking) void ask(listening)
      return age < FRESH_MS
    },
    /** Asks the database: true once all notices of earlier commits have been received, false while not listening. */
    awaitNotices: async () => {
      // A check in flight may have been sent before the caller's write; the next one serves all waiting callers.
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

import path from 'node:path'
import type { ISql } from 'postgres'
import {
  FILE_CHANGED,
  type ImportSettings,
  importSettingsSchema,
  LARGEST_IMPORT,
  TOO_LARGE,
} from '#shared/import-export-rules.ts'
import { actsAsEditor, type PersonClaims } from '../../host/database/as-editor.ts'
import { type ConnectionOptions, openPool } from '../../host/database/open-database.ts'
import { type Report, refusal, UnusableInput } from '../../lib/errors.ts'
import { streamFile } from '../../lib/stream-file.ts'
import { isUuid, verifyToken } from '../../supabase/auth/secrets.ts'
import { explain, Refused } from './answers.ts'
import { formatOfName, IMPORTED, isImported } from './catalogue-file.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { expectNoImport } from './import-lock.ts'
import { NO_COUNTS } from './import-options.ts'
import { countStarter, removeStarter, restoreStarter } from './import-starter.ts'
import { LOCK_TIMEOUT_MS, openEventStream, runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'
import { cleanName, keepBody, openUnnamedFile } from './uploaded-file.ts'

interface ImportExportOptions {
  database: ConnectionOptions
  jwtSecret: string
  /** Unnamed files are stored below it during the request. */
  dataDir: string
  report: Report
}

interface FileCall {
  name: string
  /** The digest of the file that was previewed. */
  tried: string | null
  settings: ImportSettings
  dryRun: boolean
}

const INTERRUPTED = 'The server is restarting. Nothing was imported: import the file again.'

/** Concurrent imports and exports in one process; further ones wait. */
const CONNECTIONS = 4

/**
 * Import and export for administrators and editors in the browser, below /transfer/v1 (docs/decisions/190):
 *
 * - POST /preview?name=tools.csv and POST /import?name=tools.csv take the file as the body and stream JSON events, one
 *   per line, while they run. A preview ends with the digest of the file; an import with a digest refuses any other file;
 *   `settings` is JSON (ImportSettings);
 * - POST /undo?import=ID takes an import back;
 * - GET /catalogue.jsonl and /catalogue.csv return the catalogue;
 * - GET /starter says how much of the starter catalogue is as it came, DELETE deletes that, POST brings it back.
 *
 * All need the person's bearer token; the database decides whether they may.
 */
export function openImportExport({ database, jwtSecret, dataDir, report }: ImportExportOptions) {
  const folder = path.join(dataDir, 'transfer')
  // Own connections: a long import must not use up those of others.
  const sql = openPool(database, 'plaudit-transfer', { max: CONNECTIONS, idle_timeout: 30 })
  const closing = new AbortController()

  return {
    fetch: async (request: Request): Promise<Response> => {
      try {
        return await answer(request)
      } catch (error) {
        const { status } = explain(error)
        // An aborted upload is no failure of ours, and nobody reads the response.
        if (request.signal.aborted && status !== 413) return refusal(499, 'The client has gone')
        // The rest of the body may be unread, so the connection cannot be reused.
        return refusal(status, messageOf(error), [413, 503].includes(status) ? { connection: 'close' } : {})
      }
    },
    interrupt,
    close: (): Promise<void> => {
      interrupt()
      return sql.end()
    },
  }

  /** Stops imports after the current batch, and refuses others. */
  function interrupt(): void {
    closing.abort(new Refused(503, INTERRUPTED))
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const route = /^\/transfer\/v1\/(preview|import|undo|starter|catalogue\.(?:jsonl|csv))$/.exec(
      pathname,
    )?.[1]
    if (!route) return refusal(404, 'There is no such import or export')
    const allowed =
      route === 'starter' ? ['GET', 'POST', 'DELETE'] : route.startsWith('catalogue') ? ['GET'] : ['POST']
    if (!allowed.includes(request.method))
      return refusal(405, 'Method not allowed', { allow: allowed.join(', ') })
    closing.signal.throwIfAborted()
    const claims = await readClaims(request, jwtSecret)
    await sql.begin((transaction) => authorise(transaction, claims))
    if (route === 'preview' || route === 'import')
      return takeFile(request, claims, {
        name: cleanName(searchParams.get('name')),
        tried: searchParams.get('digest'),
        settings: readSettings(searchParams.get('settings')),
        dryRun: route === 'preview',
      })
    if (route === 'undo')
      return Response.json(
        await undoImport(sql, {
          id: searchParams.get('import') ?? '',
          source: 'browser',
          actorId: claims.sub,
          authorise: (transaction) => authorise(transaction, claims),
        }),
      )
    return route === 'starter' ? changeStarter(request.method, claims) : giveFile(route, request.signal)
  }

  async function changeStarter(method: string, claims: PersonClaims): Promise<Response> {
    if (method === 'GET') return Response.json(await countStarter(sql))
    const call = {
      record: { source: 'browser' as const, actorId: claims.sub },
      authorise: (transaction: ISql) => authorise(transaction, claims),
    }
    if (method === 'DELETE') return Response.json(await removeStarter(sql, call))
    const { created: tools, newCategories: categories } = await restoreStarter(sql, call)
    return Response.json({ tools, categories })
  }

  async function takeFile(
    request: Request,
    claims: PersonClaims,
    { name, tried, settings, dryRun }: FileCall,
  ): Promise<Response> {
    if (!isImported(name)) throw new UnusableInput(`The name of the file must end with ${IMPORTED}`)
    if (Number(request.headers.get('content-length')) > LARGEST_IMPORT) throw new Refused(413, TOO_LARGE)
    await expectNoImport(sql, LOCK_TIMEOUT_MS, closing.signal)
    const handle = await openUnnamedFile(folder)
    const gone = new AbortController()
    const leave = () => gone.abort(new Refused(503, 'Nobody waits for it any more'))
    request.signal.addEventListener('abort', leave, { once: true })
    const events = openEventStream(leave)
    const begun = Promise.withResolvers<void>()
    try {
      const { size, digest } = await keepBody(request.body, handle, closing.signal)
      if (tried !== null && tried !== digest) throw new Refused(412, FILE_CHANGED)
      const run = runImport({
        sql,
        file: { name, size, handle },
        settings,
        actorId: claims.sub,
        authorise: (transaction) => authorise(transaction, claims),
        dryRun,
        signal: AbortSignal.any([gone.signal, closing.signal]),
        send: (event) => {
          begun.resolve()
          events.send(event)
        },
      })
      const ended = run.then((counts) => events.send({ type: 'done', counts, digest }))
      // A failure before the first event is an error response; later it is the last event.
      await Promise.race([begun.promise, ended])
      void ended
        .catch((error: unknown) =>
          events.send({
            type: 'failed',
            status: explain(error).status,
            message: messageOf(error),
            counts: NO_COUNTS,
          }),
        )
        .finally(async () => {
          events.end()
          await handle.close()
        })
    } catch (error) {
      await handle.close()
      throw error
    }
    return new Response(events.body, {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' },
    })
  }

  /** Written to a file first, so that a slow reader holds no transaction open and gets the whole file or an error. */
  async function giveFile(name: string, gone: AbortSignal): Promise<Response> {
    const handle = await openUnnamedFile(folder)
    const given = AbortSignal.any([gone, closing.signal])
    let size = 0
    try {
      await exportCatalogue(sql, formatOfName(name) ?? 'json-lines', async (text) => {
        given.throwIfAborted()
        size += (await handle.write(text)).bytesWritten
      })
    } catch (error) {
      await handle.close()
      throw error
    }
    return new Response(streamFile(handle), {
      headers: {
        'content-type': name.endsWith('.csv')
          ? 'text/csv; charset=utf-8'
          : 'application/x-ndjson; charset=utf-8',
        'content-length': String(size),
        'content-disposition': `attachment; filename="${name}"`,
      },
    })
  }

  /** The message for the person; an unexpected error is logged, without data. */
  function messageOf(error: unknown): string {
    const { message, expected } = explain(error)
    if (!expected) report('an import or export failed', error)
    return message
  }
}

/** Reads the bearer token of a request. */
async function readClaims(request: Request, jwtSecret: string): Promise<PersonClaims> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const claims: Record<string, unknown> = await verifyToken(token, jwtSecret).catch(() => ({}))
  const { sub, role } = claims
  if (!isUuid(sub) || role !== 'authenticated')
    throw new Refused(401, 'Sign in to import or export the catalogue')
  return { ...claims, sub }
}

/** Sets the user of a transaction. Throws {@link Refused}, or the database's PT401. */
async function authorise(transaction: ISql, claims: PersonClaims): Promise<void> {
  if (!(await actsAsEditor(transaction, claims)))
    throw new Refused(403, 'Only administrators and editors may import or export the catalogue')
}

function readSettings(text: string | null): ImportSettings {
  if (text === null) return {}
  try {
    return importSettingsSchema.parse(JSON.parse(text))
  } catch {
    throw new UnusableInput('The settings of the import cannot be read')
  }
}

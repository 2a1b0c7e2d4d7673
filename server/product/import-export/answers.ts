import { FILE_CHANGED, TOO_LARGE } from '#shared/import-export-rules.ts'
import { asDatabaseError, isDatabaseAway } from '../../host/database/errors.ts'
import { UnusableInput } from '../../lib/errors.ts'
import { NotAllowed } from './authorise.ts'
import { ImportRunning } from './import-lock.ts'
import { TooLarge } from './keep-file.ts'

/** The work was broken off between two batches: by the person who left, or by the end of the process. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** The file is not the one that was tried. */
export class OtherFile extends Error {
  override name = 'OtherFile'
}

/** A refusal in the shape the other services give theirs. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code: String(status), message, details: null, hint: null }, { status, headers })
}

/** What became of a request that did not come to its end, with the words for the person; `expected`: nothing to look after. */
export function explain(error: unknown): { status: number; message: string; expected: boolean } {
  const said = (status: number, message: string) => ({ status, message, expected: true })
  if (error instanceof NotAllowed) return said(error.status, error.message)
  if (error instanceof OtherFile) return said(412, FILE_CHANGED)
  if (error instanceof Interrupted) return said(503, error.message)
  if (error instanceof UnusableInput) return said(400, error.message)
  if (error instanceof TooLarge) return said(413, TOO_LARGE)
  if (error instanceof ImportRunning)
    return said(409, 'Another import is in progress. Please try again when it has finished.')
  const { code, message } = asDatabaseError(error) ?? { code: '', message: '' }
  if (code === 'PT401') return said(401, message)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return { status: 507, message: 'The server has no space left for the file', expected: false }
  if (isDatabaseAway(error)) return said(503, 'The database is not available for a moment. Please try again.')
  return { status: 500, message: 'Something went wrong. Please try again.', expected: false }
}

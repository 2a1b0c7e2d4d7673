import { readFile } from 'node:fs/promises'
import { UnusableInput } from '../server/lib/errors.ts'
import { messageOf } from '../server/lib/unknown.ts'

/** The bytes of a file that was named on the command line. Throws an UnusableInput that says why not. */
export const readGivenFile = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new UnusableInput(`${file} cannot be read: ${messageOf(error)}`)
  })

/** Its text, without a byte order mark. One in another encoding is refused: it would be published with wrong letters. */
export function asText(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableInput(`${file} is not UTF-8 text`)
  }
}

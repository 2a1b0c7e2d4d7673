import { lstat } from 'node:fs/promises'
import { UnusableInput } from './errors.ts'

/**
 * Throws an UnusableInput if something else than a file has this name. A file is replaced by renaming, which as root
 * would replace a device such as /dev/null for the whole machine, and fails on a folder only at the end.
 */
export async function expectReplaceable(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined)
  if (found && !found.isFile())
    throw new UnusableInput(`${file} is a folder, a link or a device: give the name of a file`)
}

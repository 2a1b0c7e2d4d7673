import * as messages from '#messages/logo-field.js'
import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'

/** What saving does with a tool's logo: keep, remove, or replace it by a file. */
export type LogoChoice = { kind: 'kept' } | { kind: 'removed' } | { kind: 'file'; file: File }

export const KEPT: LogoChoice = { kind: 'kept' }

/** What is wrong with a file as a logo (section 5), or null. Checks name and size; the server checks the bytes. */
export function findLogoMistake({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return messages.noImage
  return size > MAX_LOGO_BYTES ? messages.imageTooLarge : null
}

import * as messages from '~/messages/en/logo-field'

/** What is to become of a tool's logo when it is saved: stay as it is, go, or give way to a file. */
export type LogoChoice = { kind: 'kept' } | { kind: 'removed' } | { kind: 'file'; file: File }

export const KEPT: LogoChoice = { kind: 'kept' }

/** Section 9: 2 MB exactly is fine. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024

/** What is wrong with a file as a logo (section 5), or null. The server looks at the bytes; here only what shows. */
export function findLogoMistake({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return messages.noImage
  return size > LOGO_MAX_BYTES ? messages.imageTooLarge : null
}

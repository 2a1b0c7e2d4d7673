/** The one bucket there is (section 3), and how its objects may be called. */
export const BUCKET = 'tool-logos'

/**
 * Section 7 names a logo by tool id, timestamp and extension. Any flat name of these characters is taken: what keeps it
 * harmless is that there is no folder, no leading dot and no character a file system or an address reads as its own.
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/
const MAX_LENGTH = 200

export function isLogoName(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name)
}

/**
 * Does a JSON text hold the NUL character, plain or escaped? PostgreSQL has none in its texts. An escaped backslash
 * before `u0000` makes it six ordinary characters.
 */
export function hasNul(json: string): boolean {
  return json.includes('\0') || /(?<!\\)(?:\\\\)*\\u0000/.test(json)
}

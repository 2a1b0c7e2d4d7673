/**
 * Whether a JSON text contains the NUL character, plain or escaped, which PostgreSQL cannot store. After an escaped
 * backslash `u0000` is ordinary text.
 */
export function hasNul(json: string): boolean {
  return json.includes('\0') || /(?<!\\)(?:\\\\)*\\u0000/.test(json)
}

/**
 * Whether PostgreSQL can store every text in this JSON: none has the NUL character, plain or escaped, or half a
 * surrogate pair. After an escaped backslash `u0000` is ordinary text.
 */
export const isStorable = (json: string): boolean =>
  !json.includes('\0') && !/\\u(?:0000|d[89a-f])/i.test(json.replaceAll(/\\\\|\\ud[89ab]..\\ud[c-f]../gi, ''))

export const NOT_STORABLE = 'Text must not contain the NUL character or half a surrogate pair'

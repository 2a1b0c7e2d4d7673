/** The rows of a page, of which one more was read, and where the next one begins if there is one. */
export function toPage<Row, Cursor>(read: readonly Row[], size: number, cursorOf: (last: Row) => Cursor) {
  const rows = read.slice(0, size)
  const last = read.length > size ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : cursorOf(last) }
}

/** Rows as CSV that spreadsheets open: the first names the columns. */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(cellOf).join(','))
  return `\ufeff${[header.join(','), ...lines].join('\r\n')}\r\n`
}

const cellOf = (value: string | number) =>
  typeof value === 'number' ? value : `"${guard(value).replaceAll('"', '""')}"`

/** Keeps spreadsheets from running a text as a formula. */
const guard = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

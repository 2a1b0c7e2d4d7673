import type { Rejection } from '~/rules/import-export-rules'

/** The report of rejected rows as a table that a spreadsheet opens. Reasons are words of ours that may quote the file. */
export function rejectionsAsTable(rejections: Rejection[]): string {
  const rows = rejections.map(({ line, reason }) => `${line},"${guard(reason).replaceAll('"', '""')}"`)
  return `\ufeff${['line,reason', ...rows].join('\r\n')}\r\n`
}

/** No reason is run as a formula. */
const guard = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

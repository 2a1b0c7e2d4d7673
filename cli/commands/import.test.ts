import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawProgress } from '../terminal.ts'
import { describeReport, openReportFile } from './import.ts'

const report = {
  rows: 7,
  created: 1,
  updated: 2,
  unchanged: 1,
  rejected: 3,
  categoryRows: 0,
  newCategories: 1,
  changedCategories: 0,
  rejections: [{ line: 4, reason: 'Name is required' }],
}

describe('the report', () => {
  it('counts, and names the rejected lines it kept', () => {
    const text = describeReport('a.csv', { dryRun: false }, report)
    expect(text).toMatch(/^a.csv: 7 rows\n/)
    expect(text).toMatch(/created +1\n.*updated +2\n.*unchanged +1\n.*rejected +3\n/)
    expect(text).toMatch(/line 4: Name is required\nand 2 more: --report FILE lists them all\n$/)
  })

  it('says that a dry run wrote nothing', () => {
    expect(describeReport('a.csv', { dryRun: true }, report)).toContain('nothing was written')
  })

  it.each([0, 1, 2])('is JSON on disk with %d rejected lines', async (count) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'report-'))
    const file = path.join(folder, 'report.json')
    const rejections = Array.from({ length: count }, (_, index) => ({ line: index + 1, reason: '"odd"' }))
    const written = openReportFile(file)
    for (const rejection of rejections) written.addRejection(rejection)
    written.finish({ ...report, file: 'a.csv', dryRun: false })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      ...report,
      file: 'a.csv',
      dryRun: false,
      rejections,
    })
    await rm(folder, { recursive: true })
  })
})

describe('progress', () => {
  const draw = (isTTY: boolean) => {
    let drawn = ''
    const bar = drawProgress({
      isTTY,
      write: (text: string | Uint8Array) => {
        drawn += String(text)
        return true
      },
    })
    bar.update(0.5, '10 rows')
    bar.clear()
    return drawn
  }

  it('is drawn over itself on a terminal and nowhere else', () => {
    expect(draw(true)).toBe(`\r\u001b[2K[${'#'.repeat(15)}${'-'.repeat(15)}] 50 %  10 rows\r\u001b[2K`)
    expect(draw(false)).toBe('')
  })
})

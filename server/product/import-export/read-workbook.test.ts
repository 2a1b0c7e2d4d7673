import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { collect } from '../../../tests/support/collect.ts'
import { readWorkbook } from './read-workbook.ts'
import { readTable } from './table-rows.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet of these cells of XML. */
const workbook = (cells: string, padding = 0) =>
  zipSync({
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${cells}</sheetData></worksheet>${' '.repeat(padding)}`,
    ),
  })

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

async function* whole(bytes: Uint8Array) {
  yield bytes
}

const read = (bytes: Uint8Array) => readWorkbook('a.xlsx', whole(bytes))

it('reads the rows of the first sheet with their numbers', async () => {
  const names = ['Name', 'Link', 'Beschreibung', 'Price'].map((name, place) =>
    text(`${'ABCD'[place]}1`, name),
  )
  const row = [
    text('A3', 'Würfel &amp; Co'),
    text('B3', 'example.com'),
    text('C3', 'Rolls.'),
    '<c r="D3"><v>0</v></c>',
  ]
  const records = await read(workbook(`<row r="1">${names.join('')}</row><row r="3">${row.join('')}</row>`))
  expect(await collect(readTable(records, {}))).toEqual([
    {
      line: 3,
      value: { name: 'Würfel & Co', website_url: 'example.com', short_description: 'Rolls.', pricing: '0' },
    },
  ])
})

it('refuses what is none, or would not fit into memory', { timeout: 60_000 }, async () => {
  await expect(read(strToU8('PK, but no more'))).rejects.toThrow('a.xlsx is not an Excel workbook')
  await expect(read(zipSync({ 'a.txt': strToU8('a') }))).rejects.toThrow('a.xlsx is not an Excel workbook')
  const bomb = workbook(`<row r="1">${text('A1', 'a')}</row>`, 33 * 1024 * 1024)
  expect(bomb.length).toBeLessThan(100_000)
  await expect(read(bomb)).rejects.toThrow('a.xlsx is too large when unpacked')
  // Few bytes that claim 17 thousand million cells.
  const sparse = workbook(`<row r="1048576">${text('XFD1048576', 'a')}</row>`)
  await expect(read(sparse)).rejects.toThrow('a.xlsx has too many cells')
})

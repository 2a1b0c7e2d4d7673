import { describe, expect, it } from 'vitest'
import { type ImportAction, type ImportState, percentOf, reduceImport, START } from './import-state'
import { rejectionsAsTable } from './rejected-rows'

const file = new File(['x'], 'a.csv')
const counts = {
  rows: 2,
  created: 1,
  updated: 0,
  unchanged: 0,
  rejected: 1,
  categoryRows: 0,
  newCategories: 0,
  changedCategories: 0,
}
const stateAfter = (...actions: ImportAction[]): ImportState => actions.reduce(reduceImport, START)

describe('the import of a file', () => {
  it('goes from its preview to its import, collecting the events', () => {
    const events: ImportAction[] = [
      { type: 'event', event: { type: 'rejected', rejections: [{ line: 1, reason: 'No' }] } },
      { type: 'event', event: { type: 'rejected', rejections: [{ line: 2, reason: 'No' }] } },
      { type: 'event', event: { type: 'done', counts, digest: 'abc' } },
    ]
    const previewed = stateAfter({ type: 'start', mode: 'preview', file }, ...events)
    expect(previewed).toMatchObject({
      step: 'previewed',
      outcome: { counts, rejections: [{ line: 1 }, { line: 2 }] },
    })
    const imported = events.reduce(
      reduceImport,
      reduceImport(previewed, { type: 'start', mode: 'import', file }),
    )
    expect(imported).toMatchObject({ step: 'imported', outcome: { rejections: [{ line: 1 }, { line: 2 }] } })
  })

  it('keeps how far it came when it fails', () => {
    const half: ImportAction = { type: 'event', event: { type: 'progress', done: 0.5, counts } }
    const failed = stateAfter({ type: 'start', mode: 'import', file }, half, {
      type: 'failed',
      message: 'Away',
    })
    expect(failed).toMatchObject({ step: 'failed', mode: 'import', message: 'Away', outcome: { counts } })
  })

  it('ignores events of an aborted request', () => {
    expect(
      stateAfter(
        { type: 'start', mode: 'import', file },
        { type: 'reset' },
        { type: 'failed', message: 'Away' },
      ),
    ).toBe(START)
  })

  it('reports progress in whole per cent, 100 only at the end', () => {
    expect(percentOf({ sent: 0, done: 0 })).toBe(0)
    expect(percentOf({ sent: 1, done: 0.999 })).toBe(99)
    expect(percentOf({ sent: 1, done: 1 })).toBe(100)
  })
})

it('the report is a CSV whose reasons are guarded against formulas', () => {
  expect(
    rejectionsAsTable([
      { line: 3, reason: 'The category "x" has none' },
      { line: 4, reason: '=1' },
    ]),
  ).toBe('\ufeffline,reason\r\n3,"The category ""x"" has none"\r\n4,"\'=1"\r\n')
})

import process from 'node:process'
import fc from 'fast-check'

/** PROPERTY_RUNS=1000 searches longer than a run of all tests can. */
const runs = Number(process.env.PROPERTY_RUNS ?? 10)

fc.configureGlobal({ numRuns: runs })

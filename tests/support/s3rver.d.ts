/** The parts of s3rver the tests use; it brings no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Options {
    directory: string
    silent: boolean
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  class S3rver {
    constructor(options: Options)
    store: { existsObject(bucket: string, key: string): Promise<boolean> }
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
  export default S3rver
}

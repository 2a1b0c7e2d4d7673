import { expect } from 'vitest'
import type { Person } from '../support/actors.ts'
import { logoName, PUBLIC, png } from '../support/logos.ts'
import type { TestServer } from '../support/test-server.ts'

/** Uploading logos like storage-js and fetching them, for tests of /storage/v1. */

export const OPTIONS = { cacheControl: '3600', upsert: false }
export const bytes = (buffer: Buffer) => new Uint8Array(buffer)
export const NOT_AN_IMAGE = { status: 415, statusCode: '415', message: 'Please upload an image file' }

/** Calls by the test file's administrator. */
export function storageOf(at: () => { server: TestServer; admin: Person }) {
  const bucket = (person: Person = at().admin) => person.client.storage.from('tool-logos')
  const get = (name: string, init?: RequestInit) => fetch(`${at().server.url}${PUBLIC}/${name}`, init)

  /** Uploaded by the administrator, for tests of existing files. */
  async function upload(name = logoName()): Promise<string> {
    const { error } = await bucket().upload(name, await png(), OPTIONS)
    expect(error).toBeNull()
    return name
  }

  /** Uploads and fetches the result; undefined data if it was refused. */
  async function keep(body: Buffer, extension = 'png', contentType = 'image/png') {
    const name = logoName(extension)
    const { error } = await bucket().upload(name, body, { contentType })
    const answer = await get(name)
    if (error) {
      // Of a refused upload nothing is stored.
      expect(answer.status).toBe(404)
      return { error, kept: Buffer.alloc(0), text: '', type: null, headers: answer.headers }
    }
    const kept = Buffer.from(await answer.arrayBuffer())
    const { headers } = answer
    return { error, kept, text: kept.toString(), type: headers.get('content-type'), headers }
  }

  return { bucket, get, upload, keep }
}

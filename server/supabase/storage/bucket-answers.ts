import { createHash } from 'node:crypto'
import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'
import { IMAGE_TYPES } from '../../images/image-type.ts'
import { isRecord } from '../../lib/unknown.ts'
import { invalidRequest } from './storage-error.ts'
import type { LogoEntry, StoredLogo } from './store.ts'
import { BUCKET } from './store.ts'

/** The responses of the storage service about its bucket and objects, field by field. */

/** A stable id: a name refers to one object for as long as it exists. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`${BUCKET}/${name}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export const uploaded = (name: string) => ({ Id: idOf(name), Key: `${BUCKET}/${name}` })

export const bucket = () => ({
  id: BUCKET,
  name: BUCKET,
  owner: '',
  public: true,
  type: 'STANDARD',
  file_size_limit: MAX_LOGO_BYTES,
  allowed_mime_types: [...IMAGE_TYPES],
  created_at: new Date(0).toISOString(),
  updated_at: new Date(0).toISOString(),
})

export function listed({ name, size, modified }: LogoEntry) {
  const timestamp = modified.toISOString()
  return {
    name,
    id: idOf(name),
    updated_at: timestamp,
    created_at: timestamp,
    last_accessed_at: timestamp,
    metadata: { size, contentLength: size, lastModified: timestamp, httpStatusCode: 200 },
  }
}

export const removed = (name: string) => ({ bucket_id: BUCKET, name, id: idOf(name) })

export function info(name: string, { size, type, etag, maxAge, modified }: StoredLogo) {
  const timestamp = modified.toISOString()
  return {
    id: idOf(name),
    name,
    version: etag.replaceAll('"', ''),
    bucket_id: BUCKET,
    size,
    content_type: type,
    cache_control: `max-age=${maxAge}`,
    etag,
    metadata: {},
    last_modified: timestamp,
    created_at: timestamp,
  }
}

const COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at']

/** The requested page of a list; by default the first 100 by name (section 9). */
export function page(entries: LogoEntry[], body: unknown): LogoEntry[] {
  const asked = isRecord(body) ? body : {}
  const number = (name: string, fallback: number, max: number): number => {
    const value = asked[name] ?? fallback
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw invalidRequest(`${name} must be a whole number`)
    return Math.min(value, max)
  }
  const text = (value: unknown): string => {
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidRequest('prefix and search must be texts')
    return value ?? ''
  }
  const limit = number('limit', 100, 1000)
  const offset = number('offset', 0, Number.MAX_SAFE_INTEGER)
  const search = text(asked.search).toLowerCase()
  // There are no folders, so every folder is empty.
  if (text(asked.prefix).replace(/^\/+|\/+$/g, '') !== '') return []
  const sort = isRecord(asked.sortBy) ? asked.sortBy : {}
  const column = sort.column ?? 'name'
  if (typeof column !== 'string' || !COLUMNS.includes(column))
    throw invalidRequest(`sortBy.column must be one of ${COLUMNS.join(', ')}`)
  const sign = sort.order === 'desc' ? -1 : 1
  const compare = (a: LogoEntry, b: LogoEntry) =>
    (column === 'name' ? 0 : +a.modified - +b.modified) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  return entries
    .filter(({ name }) => name.toLowerCase().startsWith(search))
    .sort((a, b) => sign * compare(a, b))
    .slice(offset, offset + limit)
}

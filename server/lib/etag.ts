import { hash } from 'node:crypto'

/** A weak ETag of the content: the same in every encoding and on every process. */
export function tagOf(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/** Whether `If-None-Match` contains this tag. Weak comparison, as for every GET. */
export function matchesTag(condition: string | null | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return condition?.split(',').some((tag) => ['*', bare(etag)].includes(bare(tag))) ?? false
}

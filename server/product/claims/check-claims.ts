import type { ISql, Sql } from 'postgres'
import { createWorker, type Hindrance, type Worker } from '../../host/database/queue.ts'
import type { Client } from '../../host/fetch/client.ts'
import type { Logger } from '../../lib/log.ts'
import { type Derivation, queueMail } from '../../supabase/auth/queued-mails.ts'
import { deriveSecret, hashSecret } from '../../supabase/auth/secrets.ts'
import { isOfDomain } from './domains.ts'
import { findProof, isFinal, type WhyNot } from './find-proof.ts'

/** Checks what waits in the queue of claims (docs/decisions/186). */

interface Dependencies {
  /** Of the queue. */
  queue: Sql
  sql: Sql
  client: Client
  jwtSecret: string
  log: Logger
  onError(error: unknown): void
}

/** Written by private.queue_claim, with the id of the claim. `to` is for who lists the jobs. */
interface Job {
  ask: 'claim'
  to: string
}

/** What is to be checked. */
interface Claim {
  name: string
  slug: string
  url: string
  method: 'tag' | 'record' | 'email'
  token: string
  email: string | null
  language: string | null
}

export function createClaimWorker({ queue, sql, client, jwtSecret, log, onError }: Dependencies): Worker {
  /** Resolves to whether it was still wanted. */
  async function note(on: ISql, id: string, email: string | null, why: WhyNot | null, rest: Noted) {
    const { isLast, hash = null } = rest
    const [row] = await on<{ noted: boolean }[]>`
      select private.note_claim_check(${id}, ${email}, ${why}, ${isLast}, ${hash}) as noted`
    return row?.noted === true
  }

  /** Sends the link to an address of the tool's domain. Resolves to whether it was still wanted. */
  async function mailLink(id: string, { name, slug, email, language }: Claim): Promise<boolean> {
    const to = email ?? ''
    const derivation: Derivation = ['claim', id, to]
    const hash = hashSecret(deriveSecret(jwtSecret, ...derivation))
    return sql.begin(async (transaction) => {
      const isWanted = await note(transaction, id, email, null, { isLast: true, hash })
      const mail = { kind: 'claim' as const, to, language, name, next: `/claim/${slug}`, derivation }
      if (isWanted) await queueMail(transaction, mail)
      return isWanted
    })
  }

  async function judge({ method, url, token, email }: Claim): Promise<WhyNot | undefined> {
    if (method !== 'email') return findProof(client, { method, url, token })
    const domain = isOfDomain(email ?? '', url)
    return domain === 'yes' ? undefined : domain
  }

  /** Resolves to why it is tried again. Its member may have chosen another way meanwhile, whose job this is too. */
  async function check(id: string, mayTryAgain: boolean): Promise<WhyNot | 'changed' | undefined> {
    const [claim] = await sql<Claim[]>`
      select t.name, t.slug, t.website_url as url, c.method, c.token, c.email, u.raw_user_meta_data ->> 'language' as language
      from private.claims c join public.tools t on t.id = c.tool_id join auth.users u on u.id = c.member_id
      where c.id = ${id} and c.state = 'checking'`
    if (!claim) return undefined
    const { method, email } = claim
    const why = await judge(claim).catch((error: unknown): WhyNot => {
      onError(error)
      return 'unknown'
    })
    const isLast = why === undefined || !mayTryAgain || isFinal(why)
    const isWanted =
      method === 'email' && why === undefined
        ? await mailLink(id, claim)
        : await note(sql, id, email, why ?? null, { isLast })
    if (!isWanted) return 'changed'
    return isLast ? undefined : why
  }

  return createWorker<Job>({
    sql: queue,
    queue: 'claims',
    // That a claim is not proved is its outcome, which its member sees: the job is done.
    work: async ({ id, retryCount, retryLimit }): Promise<Hindrance | undefined> => {
      const reason = await check(id, retryCount < retryLimit)
      return reason && { reason }
    },
    onHindered: ({ data, retryCount }, { reason }) =>
      log.info({ host: data.to, attempt: retryCount, reason }, 'claim is checked again'),
    onError,
  })
}

interface Noted {
  isLast: boolean
  hash?: string
}

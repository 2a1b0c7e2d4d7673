import type { ISql } from 'postgres'
import type { Mail } from './mail-templates.ts'
import { deriveSecret } from './secrets.ts'

/**
 * A mail as it waits in the queue. No secret is written there: of a link what it is derived from, and of a mail that
 * depends on the account of an address only what was asked for, which is looked up when it is sent: it takes as long to
 * ask for a mail whether or not there is an account (docs/decisions/002).
 */
export type QueuedMail = Ready<Exclude<Mail, { kind: 'invite' | 'notices' | 'waiting' }>> | Asked

/** What a link's token is derived from. */
export type Derivation = readonly [purpose: string, ...rest: string[]]

type Ready<M> = M extends { tokenHash: string } ? Omit<M, 'tokenHash'> & { derivation: Derivation } : M

type Asked = { to: string } & (
  | { ask: 'sign_up'; id: string }
  | { ask: 'sign_up_again' }
  | { ask: 'recovery' | 'magiclink'; next?: string | undefined }
  /** To the new address of an account. */
  | { ask: 'email_change'; username: string; language: string | null; derivation: Derivation }
  /** Written by private.queue_invitations, with the id of the invitation. */
  | { ask: 'invite' }
  /** Written by private.queue_notice_mails, with the id of the member. */
  | { ask: 'notices' }
)

/** Writes it into the queue: it is sent when the transaction has been committed. */
export const queueMail = (transaction: ISql, mail: QueuedMail): Promise<unknown> =>
  transaction`select private.queue_mail(${JSON.stringify(mail)}::text::jsonb)`

/** The mail of one that is ready. */
export const completeMail = (mail: Ready<Mail>, jwtSecret: string): Mail =>
  'derivation' in mail ? { ...mail, tokenHash: deriveSecret(jwtSecret, ...mail.derivation) } : mail

/** How the time of this process and of the database is shared (decision 047). */
export interface SchedulerRules {
  /** Concurrent statements. */
  connections: number
  /** Concurrent statements of one client, unless it is heavy. */
  perClient: number
  /**
   * Concurrent statements of all heavy clients together, one each: those that recently used more than {@link heavyMs}.
   * After such a statement its place stays empty for as long as it took, {@link restTimes} times.
   */
  forHeavy: number
  heavyMs: number
  /** Added to the use of a client that becomes heavy: it stays so for a while instead of being light again at once. */
  heavyExtraMs: number
  restTimes: number
  /** Concurrent slow statements, of all clients together. */
  slow: number
  /** Decay of the recent use per second: less than the refill, so that a busy client stays heavy. */
  decayMs: number
  /** Waiting statements of one client. */
  waiting: number
  /** The full budget of a client in milliseconds. */
  burstMs: number
  /** Refill of the budget per second. */
  refillMs: number
  /** Charge per request, for the work of this process. */
  requestMs: number
}

export const VISITOR_RULES: SchedulerRules = {
  connections: 6,
  perClient: 3,
  forHeavy: 2,
  heavyMs: 500,
  heavyExtraMs: 0,
  restTimes: 1,
  slow: 1,
  decayMs: 50,
  waiting: 200,
  burstMs: 5000,
  refillMs: 400,
  requestMs: 2,
}

/** For signed-in members: each is a client, on separate connections, without a budget. */
export const MEMBER_RULES: SchedulerRules = { ...VISITOR_RULES, connections: 10, forHeavy: 5 }

/**
 * For rendering pages, which takes processor time of this process: it does nothing else meanwhile. Half a dozen pages at
 * once, or one every half second, are light; all heavy clients together get a tenth of the time. A page that waits for
 * its reads holds its place.
 */
export const PAGE_RULES: SchedulerRules = {
  ...VISITOR_RULES,
  forHeavy: 1,
  heavyMs: 80,
  heavyExtraMs: 500,
  restTimes: 10,
  decayMs: 25,
  waiting: 50,
}

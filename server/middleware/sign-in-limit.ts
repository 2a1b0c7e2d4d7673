import type { Context } from 'hono'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Env } from '../app.ts'
import { count, setLimitHeaders } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'
import { tooManyRequests } from './too-many-requests.ts'
import { createTurns, type TurnOptions, type Turns } from './turns.ts'

/**
 * How often a password may be guessed (decision 048). Beyond what is free nobody is refused for what others did: whoever
 * comes waits for a turn, and is refused only when too many are waiting. What is counted for one account is the same
 * whether there is such an account or not.
 */

const MINUTE = 60

interface Step {
  limiter: RateLimiterAbstract
  turns: Turns
}

interface StepOptions extends Omit<TurnOptions, 'name'> {
  name: string
  /** Refused passwords before turns begin. */
  free: number
  seconds: number
}

export interface SignIn {
  email: string | undefined
  place: Place
}

export function createSignInLimit(
  limiters: Limiters,
  places: KnownPlaces,
  hash: (subject: string) => string,
) {
  function step({ free, seconds, ...turns }: StepOptions): Step {
    const { name } = turns
    return {
      // What may be taken back blocks nobody for good: many may be signing in at the same moment.
      limiter: limiters.create({ name, points: free, seconds, blockedAt: 2 * free }),
      turns: createTurns(limiters, { ...turns, name: `${name}-turns` }),
    }
  }
  const ofNetwork = step({
    name: 'sign-in-network',
    ...{ free: 300, seconds: 10 * MINUTE, everySeconds: 1, room: 20, roomOfNetwork: 20 },
  })
  // A network that guesses at one account, or a browser its owner once signed in with.
  const ofPlace = step({
    name: 'sign-in-place',
    ...{ free: 20, seconds: 60 * MINUTE, everySeconds: 10, room: 3, roomOfNetwork: 3 },
  })
  const ofAccount = step({
    name: 'sign-in-account',
    ...{ free: 60, seconds: 60 * MINUTE, everySeconds: 2, room: 15, roomOfNetwork: 2 },
  })

  async function stepsFor({ email, place }: SignIn): Promise<{ step: Step; key: string }[]> {
    const network = { step: ofNetwork, key: hash(place.network) }
    if (!email) return [network]
    const known = await places.find(email, place)
    // Its own share, which nobody else can use up.
    if (known.browser) return [{ step: ofPlace, key: hash(`${email} ${place.browser}`) }]
    const steps = [network, { step: ofPlace, key: hash(`${email} ${place.network}`) }]
    return known.network ? steps : [...steps, { step: ofAccount, key: hash(email) }]
  }

  return async (context: Context<Env>, next: () => Promise<void>, signIn: SignIn) => {
    const counted: { limiter: RateLimiterAbstract; key: string; state: RateLimiterRes }[] = []
    for (const { step, key } of await stepsFor(signIn)) {
      const { state, isSpent } = await count(step.limiter, key)
      if (isSpent && !(await step.turns.take(key, signIn.place.network)))
        return tooManyRequests(step.turns.everySeconds)
      counted.push({ limiter: step.limiter, key, state })
    }
    await next()
    const { status, headers } = context.res
    // Counted before it was tried, so that many tries at once are no way around the limit.
    if (status < 400 || status >= 500)
      for (const each of counted) each.state = await each.limiter.reward(each.key)
    // Told is only what concerns this place: what was counted for the account is others' doing.
    const [tightest] = counted
      .filter(({ limiter }) => limiter !== ofAccount.limiter)
      .sort((a, b) => a.state.remainingPoints - b.state.remainingPoints)
    if (tightest) setLimitHeaders(headers, tightest.limiter.points, tightest.state)
    return undefined
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Libraries that write their errors to the console, with data in them, and offer no other way (React).
 * What they write while they work for us is given to us; everything else that writes to the console does as always.
 */
const captured = new AsyncLocalStorage<(error: unknown) => void>()

for (const method of ['error', 'warn'] as const) {
  // biome-ignore lint/suspicious/noConsole: what is not for us is written as before.
  const write = console[method]
  console[method] = (...parts) => {
    const take = captured.getStore()
    if (take) take(parts.find((part) => part instanceof Error) ?? parts[0])
    else Reflect.apply(write, console, parts)
  }
}

/** Runs the work; `take` is given each error it writes to the console. */
export const capturingConsole = <T>(take: (error: unknown) => void, work: () => T): T =>
  captured.run(take, work)

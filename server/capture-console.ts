import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * TanStack's router writes some errors of a page to the console, with data in them, and offers no other way: what `head()`
 * throws, what cannot be serialised, what its handler catches. What it writes while it renders a page is given to us;
 * everything else that writes to the console does as always.
 */
const captured = new AsyncLocalStorage<(error: unknown) => void>()

// biome-ignore lint/suspicious/noConsole: what is not for us is written as before.
const write = console.error
console.error = (...parts) => {
  const take = captured.getStore()
  if (take) take(parts.find((part) => part instanceof Error) ?? parts[0])
  else write(...parts)
}

/** Runs the work; `take` is given each error it writes to the console. */
export const capturingConsole = <T>(take: (error: unknown) => void, work: () => T): T =>
  captured.run(take, work)

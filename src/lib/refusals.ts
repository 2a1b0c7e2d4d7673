const listeners = new Set<() => void>()

/** Calls `listener` whenever the server refuses this person a request (401, 403). Returns the way to stop. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells that a request was refused: the session or the right it needs may be gone. */
export function reportRefusal(): void {
  for (const listener of listeners) listener()
}

/** Whether an answer of this status is a refusal. */
export const isRefused = (status: number): boolean => status === 401 || status === 403

import { type HistoryState, useHydrated, useLocation } from '@tanstack/react-router'

type LocationState = Pick<HistoryState, 'email' | 'from' | 'notice'>

/** What the page before handed over outside the address; nothing until the page is alive. */
export function useLocationState(): LocationState {
  const { email, from, notice } = useLocation({ select: ({ state }) => state })
  return useHydrated() ? { email, from, notice } : {}
}

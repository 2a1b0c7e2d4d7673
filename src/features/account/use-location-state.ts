import { type HistoryState, useHydrated, useLocation } from '@tanstack/react-router'

type LocationState = Pick<HistoryState, 'email' | 'from' | 'next' | 'notice'>

/** The location state of the navigation; empty until hydration. */
export function useLocationState(): LocationState {
  const { email, from, next, notice } = useLocation({ select: ({ state }) => state })
  return useHydrated() ? { email, from, next, notice } : {}
}

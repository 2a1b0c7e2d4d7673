import { useHydrated, useLocation } from '@tanstack/react-router'

/** The address the page before handed over; undefined when there is none, and until the page is alive. */
export function useKnownEmail(): string | undefined {
  const email = useLocation({ select: ({ state }) => state.email })
  return useHydrated() ? email : undefined
}

import '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** What a page may hand to the next outside the address. */
  interface HistoryState {
    /** The address a person has just used, so that they need not type it again. */
    email?: string
  }
}

import '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** What a page may hand to the next outside the address. */
  interface HistoryState {
    /** The address a person has just used, so that they need not type it again. */
    email?: string
    /** The page a person was on before they were led to sign in. */
    from?: string
    /** Why someone has been led to the sign-in page, when it is worth a word there. */
    notice?: 'verified' | 'reset'
  }
}

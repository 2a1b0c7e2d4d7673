/** Replaces @tanstack/react-start in component tests, where no build selects the browser's side. */
export const createIsomorphicFn = () => ({
  server: () => ({ client: <Call>(call: Call): Call => call }),
})

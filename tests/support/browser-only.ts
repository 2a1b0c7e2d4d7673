/** What stands for @tanstack/react-start in component tests: the build would choose the browser's side, here this does. */
export const createIsomorphicFn = () => ({
  server: () => ({ client: <Call>(call: Call): Call => call }),
})

/** What would be lost, in the words of the confirmation. */
export type NavigationQuestion = { title: string; description: string }
type Ask = (question: NavigationQuestion | undefined) => Promise<boolean>

let ask: Ask | undefined

/**
 * Registers a confirmation for navigation that is not a link, such as signing out. Returns the unsubscribe function.
 */
export function setNavigationGuard(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Whether to leave the page: nothing is unsaved, or the person confirmed. `question` replaces the page's own text. */
export async function confirmNavigation(question?: NavigationQuestion): Promise<boolean> {
  return ask ? ask(question) : true
}

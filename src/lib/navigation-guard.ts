/** What is at stake, in words for the question. */
export type NavigationQuestion = { title: string; description: string }
type Ask = (question: NavigationQuestion | undefined) => Promise<boolean>

let ask: Ask | undefined

/** Has `next` asked before something other than a link takes the person from what they typed. Returns the way to stop. */
export function setNavigationGuard(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Whether to leave the page: nothing is unsaved, or the person confirmed. `question` replaces the page's own words. */
export async function confirmNavigation(question?: NavigationQuestion): Promise<boolean> {
  return ask ? ask(question) : true
}

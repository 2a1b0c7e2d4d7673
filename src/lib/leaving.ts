type Ask = () => Promise<boolean>

let ask: Ask | undefined

/** Has `next` asked before something other than a link takes the person from what they typed. Returns the way to stop. */
export function guardLeaving(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Whether the person may be led away: nothing is unsaved, or they said so. */
export async function mayLeave(): Promise<boolean> {
  return ask ? ask() : true
}

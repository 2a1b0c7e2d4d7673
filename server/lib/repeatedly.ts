/** Does work now and at intervals, one time after the other; `stop` resolves when the last has ended. */
export function repeatedly(ms: number, work: () => Promise<unknown>) {
  let running = work()
  const timer = setInterval(() => {
    running = running.then(work)
  }, ms).unref()
  return {
    stop: (): Promise<unknown> => {
      clearInterval(timer)
      return running
    },
  }
}

/** Does work now and at intervals, but not while it is still at it; `stop` resolves when the last has ended. */
export function repeatedly(ms: number, work: () => Promise<unknown>) {
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    await work().finally(() => {
      isRunning = false
    })
  }
  let running = run()
  const timer = setInterval(() => {
    if (!isRunning) running = run()
  }, ms).unref()
  return {
    stop: (): Promise<unknown> => {
      clearInterval(timer)
      return running
    },
  }
}

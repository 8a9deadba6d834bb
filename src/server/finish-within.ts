/**
 * Waits for the work, but no longer than the timeout. Returns whether it finished in time; work that throws has finished.
 */
export async function finishWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const isDone = work.then(
    () => true as const,
    () => true as const,
  )
  return Promise.race([isDone, isLate]).finally(() => clearTimeout(timer))
}

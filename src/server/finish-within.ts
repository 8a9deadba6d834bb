/** Waits for the work, but no longer than this. Answers whether it was done in time; what it throws counts as done. */
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

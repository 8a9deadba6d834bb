/**
 * Returns a function that runs pieces of work one after another on this node, in the order in which they come. For work
 * that needs much memory.
 */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

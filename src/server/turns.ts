/**
 * Returns a function that runs pieces of work one after another on this node, in the order in which they come. For work
 * that needs much memory.
 */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // Without its result, which may be a file of 50 MB and would stay in memory until the next work has ended.
    last = mine.then(nothing, nothing)
    return mine
  }
}

const nothing = () => {}

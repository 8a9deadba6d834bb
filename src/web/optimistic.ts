/** The caches in which an optimistic update of one thing is shown. The owner of the thing provides it. */
export interface OptimisticTarget<State> {
  /** Cancels the reads that are under way: their answers would overwrite the optimistic state. */
  cancelReads: () => Promise<unknown>
  apply: (state: State) => void
}

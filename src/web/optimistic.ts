/** The caches in which an optimistic update of one item is shown. The owner of the item provides it. */
export interface OptimisticTarget<State> {
  /** Cancels reads in progress, whose responses would overwrite the optimistic state. */
  cancelReads: () => Promise<unknown>
  apply: (state: State) => void
}

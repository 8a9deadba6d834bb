import type { Discussion } from '../discussions.contract.ts'

/** A subject of a list, with its reactions and its latest comments. */
export type DiscussedItem = Pick<Discussion, 'reactions' | 'comments' | 'comments_count'>

/** The lists that show subjects of one kind, for what changes about these: the owner of the kind knows them. */
export interface DiscussionTarget {
  /** Cancels the reads that are under way: their answers would overwrite the change. */
  cancelReads: () => Promise<unknown>
  /** Changes a subject in every list that shows it. */
  change: (id: string, change: <Item extends DiscussedItem>(item: Item) => Item) => void
  /** Removes subjects from every list. */
  remove: (ids: readonly string[]) => void
}

import type { Discussion } from '../discussions.contract.ts'

/** A subject of a list, with its reactions and its latest comments. */
export type DiscussedItem = Pick<Discussion, 'reactions' | 'comments' | 'comments_count'>

/**
 * The cached lists that show subjects of one kind, for updates of these subjects. The owner of the kind provides it.
 */
export interface DiscussionTarget {
  /** Cancels reads in progress, whose responses would overwrite the change. */
  cancelReads: () => Promise<unknown>
  /** Changes a subject in every list that shows it. */
  change: (id: string, change: <Item extends DiscussedItem>(item: Item) => Item) => void
  /** Removes subjects from every list. */
  remove: (ids: readonly string[]) => void
}

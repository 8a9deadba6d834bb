import type { Discussion } from '../discussions.contract.ts'

/** A subject of a list, with its reactions and its latest comments. */
export type DiscussedItem = Pick<Discussion, 'reactions' | 'comments' | 'comments_count'>

/** The lists that show subjects of one kind, for what changes about these: whoever owns the kind knows them. */
export interface DiscussionBoard {
  /** Ends when no read that has begun can overwrite what is shown next. */
  hold: () => Promise<unknown>
  /** Changes a subject in every list that shows it. */
  change: (id: string, change: <Item extends DiscussedItem>(item: Item) => Item) => void
  /** Takes subjects out of every list. */
  forget: (ids: readonly string[]) => void
}

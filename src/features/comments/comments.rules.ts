import { ascending, compareInTurn } from '#shared/order.ts'
import { lengthOf, readText } from '#shared/text.ts'

/** The largest number of characters (code points) of a comment after trimming (G27). */
export const MAX_COMMENT = 500
/** The number of comments loaded with their subject: as many as the inline list shows (C17, G26). */
export const PREVIEWED = 3
/** The number of these comments that a card shows (R-ACT-21). */
export const SHOWN_ON_CARD = 2
/** Comments per page of the dialog (C17), and replies per page of a comment. */
export const COMMENTS_PAGE_SIZE = 20
/** The number of replies that come with their comment, the oldest ones. */
export const REPLIES_SHOWN = 3

/** The initial state of the form. */
export const EMPTY_DRAFT = { content: '', spoilsTo: null } as const

/** Returns the text as it is stored (R-ACT-15, R-ACT-16). */
export const readComment = readText

/** Returns whether a comment, as it would be stored, has more than `MAX_COMMENT` characters. */
export const isTooLong = (text: string): boolean => lengthOf(readComment(text)) > MAX_COMMENT

/** Orders comments by time, the oldest first, and those of the same time by their id: their time is a millisecond. */
export const oldestFirst = compareInTurn<{ id: string; created_at: string }>(
  ascending(({ created_at }) => created_at),
  ascending(({ id }) => id),
)

/** What these functions read of a comment at the top. */
interface Threaded<Reply> {
  id: string
  gone: 'deleted' | 'hidden' | null
  content: string
  replies: Reply[]
  replies_count: number
}

/** Returns whether a comment or reply is among these comments and their known replies. */
export const isAmong = (comments: readonly Threaded<{ id: string }>[], { id }: { id: string }): boolean =>
  comments.some((comment) => comment.id === id || comment.replies.some((reply) => reply.id === id))

/** Returns the comments with a new one: at the end, or among the replies to its comment. */
export const withAdded = <Reply, Comment extends Threaded<Reply> & Reply>(
  comments: readonly Comment[],
  added: Comment & { parent_id: string | null },
): Comment[] =>
  added.parent_id === null
    ? [...comments, added]
    : comments.map((comment) =>
        comment.id === added.parent_id
          ? { ...comment, replies: [...comment.replies, added], replies_count: comment.replies_count + 1 }
          : comment,
      )

/**
 * Returns the comments without a deleted one. A comment with replies keeps its place, and loses it with the last of
 * them.
 */
export const withRemoved = <Comment extends Threaded<{ id: string }>>(
  comments: readonly Comment[],
  removed: { id: string; parent_id: string | null },
): Comment[] =>
  comments.flatMap((comment) => {
    if (comment.id === removed.id)
      return comment.replies_count === 0 ? [] : [{ ...comment, gone: 'deleted' as const, content: '' }]
    if (comment.id !== removed.parent_id) return [comment]
    const replies_count = Math.max(0, comment.replies_count - 1)
    if (replies_count === 0 && comment.gone !== null) return []
    return [{ ...comment, replies: comment.replies.filter(({ id }) => id !== removed.id), replies_count }]
  })

import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { CommentId } from '#shared/ids.ts'
import { isWaiting } from '#shared/outbox.ts'
import { type SubjectRef, type SubjectType, subjectKey, subjectPaths } from '#shared/subject.ts'
import { CallError, call } from '#web/call.ts'
import { endpointAt, requireSubjectKind, subjectAddress, subjectOfAnswer } from '#web/subjects.ts'
import type { Comment, CommentEndpoints, Reply } from '../comments.contract.ts'
import { oldestFirst, withAdded, withRemoved } from '../comments.rules.ts'
import { ADD_FAILED, DELETE_FAILED } from '../comments.texts.ts'

/**
 * A failed comment or deletion: `message` is the documented sentence, `cause` is the error of the server or the
 * network.
 */
class CommentError extends Error {
  override name = 'CommentError'
}

/** The values of the comment form. */
export interface CommentDraft {
  content: string
  /** The spoiler mark in percent of the game; null without one. */
  spoilsTo: number | null
}

/** The lists that show the comments of some subjects. The owner of the subjects provides it. */
export interface CommentBoard {
  /** Cancels the reads under way, because their responses would overwrite the change. */
  cancelReads: () => Promise<unknown>
  added: (comment: Comment, subject: SubjectRef) => void
  removed: (comment: Reply, subject: SubjectRef) => void
}

/** The comment that a reply answers, and the one at the top to which both belong. */
export interface AnsweredComment {
  id: CommentId
  topId: CommentId
}

interface CommentsPart {
  data: Comment[]
  next: PageParam | null
}
interface PageParam {
  /** The index of the subject, and the cursor in its comments. */
  at: number
  cursor: string | null
}
type Thread = InfiniteData<CommentsPart, PageParam>
type Replies = InfiniteData<RepliesPart, string | null>

const all = ['comments'] as const

/**
 * Loads the comments on one subject, or on several that the interface shows as one, twenty at a time; the latest page
 * comes first.
 */
export const commentsQuery = (subjects: readonly SubjectRef[]) =>
  infiniteQueryOptions({
    queryKey: [...all, ...subjects.map(subjectKey)],
    queryFn: async ({ client, signal, pageParam: { at, cursor } }): Promise<CommentsPart> => {
      const { paths, params } = subjectAddress(subjects[at] as SubjectRef)
      const listComments = endpointAt<CommentEndpoints['listComments']>('GET', paths.comments)
      const query = { ...(cursor !== null && { cursor }) }
      const { data, nextCursor } = await call(listComments, { params, query }, { client, signal })
      const isLast = at >= subjects.length - 1
      return { data, next: nextCursor ? { at, cursor: nextCursor } : isLast ? null : { at: at + 1, cursor: null } }
    },
    initialPageParam: { at: 0, cursor: null } as PageParam,
    getNextPageParam: ({ next }) => next,
    // The dialog loads new comments each time it opens.
    staleTime: 0,
  })

/** Returns the comments oldest first, each once. */
export function commentsOf<Item extends Reply>(parts: readonly { data: readonly Item[] }[]): Item[] {
  const known = new Map(parts.flatMap(({ data }) => data).map((comment) => [comment.id, comment]))
  return [...known.values()].sort(oldestFirst)
}

interface RepliesPart {
  data: Reply[]
  nextCursor: string | null
}

/** The second part of the keys of replies. */
const REPLIES = 'replies'

/** Loads all replies to a comment, twenty at a time, oldest first. */
export const repliesQuery = (subject: SubjectRef, commentId: CommentId) =>
  infiniteQueryOptions({
    queryKey: [...all, REPLIES, subjectKey(subject), commentId],
    queryFn: ({ client, signal, pageParam }): Promise<RepliesPart> => {
      const { replies: path } = subjectPaths(requireSubjectKind(subject.subjectType))
      const listReplies = endpointAt<CommentEndpoints['listReplies']>('GET', path)
      const query = { ...(pageParam !== null && { cursor: pageParam }) }
      return call(listReplies, { params: { commentId }, query }, { client, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/**
 * Adds a comment, and shows it when the server has saved it, so that the form preserves the text until then (R-ACT-35).
 */
export const addCommentMutation = (subject: SubjectRef, board: CommentBoard) =>
  mutationOptions({
    mutationKey: [...all, subjectKey(subject)],
    mutationFn: async (
      { content, spoilsTo, answers }: CommentDraft & { answers: AnsweredComment | null },
      { client },
    ) => {
      try {
        const { paths, params } = subjectAddress(subject)
        const addComment = endpointAt<CommentEndpoints['addComment']>('POST', paths.comments)
        const body = {
          content,
          ...(spoilsTo !== null && { spoils_to: spoilsTo }),
          ...(answers && { reply_to: answers.id }),
        }
        const { comment } = await call(addComment, { params, body }, { client })
        // The device that keeps it does not know where it belongs.
        return isWaiting(comment) && answers ? { ...comment, parent_id: answers.topId } : comment
      } catch (cause) {
        throw new CommentError(ADD_FAILED, { cause })
      }
    },
    onSuccess: async (comment, _draft, _onMutateResult, { client }) => {
      await board.cancelReads()
      board.added(comment, subject)
      await changeThreads(
        client,
        ({ pages, ...rest }) => ({
          ...rest,
          // The latest comments are on the first page, and what a reply belongs to may be on any.
          pages: pages.map((part, at) =>
            at === 0 || comment.parent_id !== null ? { ...part, data: withAdded(part.data, comment) } : part,
          ),
        }),
        subject,
      )
    },
  })

/** Loads the content of a folded comment. */
export async function revealComment(client: QueryClient, type: SubjectType, { id }: Reply): Promise<string> {
  const { comment: path } = subjectPaths(requireSubjectKind(type))
  const getComment = endpointAt<CommentEndpoints['getComment']>('GET', path)
  return (await call(getComment, { params: { commentId: id } }, { client })).comment.content
}

/** Deletes a comment. One that is already deleted counts as a success (R-ACT-36). */
export const deleteCommentMutation = (type: SubjectType, board: CommentBoard) =>
  mutationOptions({
    mutationFn: async (comment: Reply, { client }) => {
      try {
        const { comment: path } = subjectPaths(requireSubjectKind(type))
        const deleteComment = endpointAt<CommentEndpoints['deleteComment']>('DELETE', path)
        await call(deleteComment, { params: { commentId: comment.id } }, { client })
      } catch (cause) {
        if (cause instanceof CallError && cause.status === 404) return
        throw new CommentError(DELETE_FAILED, { cause })
      }
    },
    onSuccess: async (_done, comment, _onMutateResult, { client }) => {
      await board.cancelReads()
      board.removed(comment, subjectOfAnswer(type, comment))
      await changeThreads(client, ({ pages, ...rest }) => ({
        ...rest,
        pages: pages.map((part) => ({ ...part, data: withRemoved(part.data, comment) })),
      }))
      changeReplies(client, ({ pages, ...rest }) => ({
        ...rest,
        pages: pages.map((part) => ({ ...part, data: part.data.filter(({ id }) => id !== comment.id) })),
      }))
    },
  })

const threadsOf = (subject: SubjectRef) => ({
  queryKey: all,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(subjectKey(subject)),
})

/** Loads the comments of a subject again where the dialog or an open list of replies shows them. */
export const refreshThreads = (client: QueryClient, subject: SubjectRef): void =>
  void client.invalidateQueries(threadsOf(subject))

/** Returns whether the dialog with all comments is open. */
export const isThreadOpen = (client: QueryClient, subject: SubjectRef): boolean =>
  client.getQueryCache().findAll({ ...threadsOf(subject), type: 'active' }).length > 0

const isOfReplies = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === REPLIES

async function changeThreads(client: QueryClient, change: (thread: Thread) => Thread, of?: SubjectRef): Promise<void> {
  const filters = of ? threadsOf(of) : { queryKey: all }
  await client.cancelQueries(filters)
  client.setQueriesData<Thread>(
    { ...filters, predicate: (query) => !isOfReplies(query) && (!of || threadsOf(of).predicate(query)) },
    (thread) => thread && change(thread),
  )
}

const changeReplies = (client: QueryClient, change: (replies: Replies) => Replies) =>
  client.setQueriesData<Replies>({ queryKey: all, predicate: isOfReplies }, (replies) => replies && change(replies))

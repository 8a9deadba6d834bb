import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { ActivityId, CommentId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { CallError, call } from '#web/call.ts'
import { addComment, type Comment, deleteComment, listComments } from '../comments.contract.ts'
import { ADD_FAILED, DELETE_FAILED } from '../comments.messages.ts'

/** What could not be said or taken back: `message` is the documented sentence, `cause` what the server or the network said. */
class CommentError extends Error {
  override name = 'CommentError'
}

/** Where a subject's comments are shown; whoever owns the subject knows. */
export interface CommentBoard {
  /** Ends when nothing that is being read can write over what is shown next. */
  hold: () => Promise<unknown>
  added: (comment: Comment) => void
  removed: (comment: Comment) => void
}

interface CommentsPart {
  data: Comment[]
  next: Place | null
}
interface Place {
  /** Which of the subjects, and from where in it. */
  at: number
  cursor: string | null
}
type Thread = InfiniteData<CommentsPart, Place>

const all = ['comments'] as const

/** The comments on one subject, or on several that are shown as one, twenty at a time; the latest part comes first. */
export const commentsQuery = (subjects: readonly SubjectRef[]) =>
  infiniteQueryOptions({
    queryKey: [...all, ...subjects.map(({ subjectType, subjectId }) => `${subjectType}:${subjectId}`)],
    queryFn: async ({ client, signal, pageParam: { at, cursor } }): Promise<CommentsPart> => {
      const input = {
        params: { activityId: subjects[at]?.subjectId as ActivityId },
        query: { ...(cursor !== null && { cursor }) },
      }
      const { data, nextCursor } = await call(listComments, input, { client, signal })
      const isLast = at >= subjects.length - 1
      return { data, next: nextCursor ? { at, cursor: nextCursor } : isLast ? null : { at: at + 1, cursor: null } }
    },
    initialPageParam: { at: 0, cursor: null } as Place,
    getNextPageParam: ({ next }) => next,
    // What others have said since the dialog was last open is asked for when it opens again.
    staleTime: 0,
  })

/** Oldest first, each once. */
export function commentsOf(parts: readonly CommentsPart[]): Comment[] {
  const known = new Map(parts.flatMap(({ data }) => data).map((comment) => [comment.id, comment]))
  return [...known.values()].sort((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  )
}

/** Says something; shown when the server has it, so that what was typed stays until then (R-ACT-35). */
export const addCommentMutation = (subject: SubjectRef, board: CommentBoard) =>
  mutationOptions({
    mutationKey: [...all, subject.subjectType, subject.subjectId],
    mutationFn: async (content: string, { client }) => {
      try {
        const params = { activityId: subject.subjectId as ActivityId }
        return (await call(addComment, { params, body: { content } }, { client })).comment
      } catch (cause) {
        throw new CommentError(ADD_FAILED, { cause })
      }
    },
    onSuccess: async (comment, _content, _kept, { client }) => {
      await board.hold()
      board.added(comment)
      await changeThreads(
        client,
        ({ pages, ...rest }) => ({
          ...rest,
          pages: pages.map((part, at) => (at === 0 ? { ...part, data: [...part.data, comment] } : part)),
        }),
        subject,
      )
    },
  })

/** What is gone already is gone as asked (R-ACT-36). */
export const deleteCommentMutation = (board: CommentBoard) =>
  mutationOptions({
    mutationFn: async (comment: Comment, { client }) => {
      try {
        await call(deleteComment, { params: { commentId: comment.id as CommentId } }, { client })
      } catch (cause) {
        if (cause instanceof CallError && cause.status === 404) return
        throw new CommentError(DELETE_FAILED, { cause })
      }
    },
    onSuccess: async (_done, comment, _kept, { client }) => {
      await board.hold()
      board.removed(comment)
      await changeThreads(client, ({ pages, ...rest }) => ({
        ...rest,
        pages: pages.map((part) => ({ ...part, data: part.data.filter(({ id }) => id !== comment.id) })),
      }))
    },
  })

const threadsOf = ({ subjectType, subjectId }: SubjectRef) => ({
  queryKey: all,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(`${subjectType}:${subjectId}`),
})

/** Asks again for what is said to a subject, where all of it is being read. */
export const refreshThreads = (client: QueryClient, subject: SubjectRef): void =>
  void client.invalidateQueries(threadsOf(subject))

/** Whether somebody reads all of it now. */
export const isThreadOpen = (client: QueryClient, subject: SubjectRef): boolean =>
  client.getQueryCache().findAll({ ...threadsOf(subject), type: 'active' }).length > 0

async function changeThreads(client: QueryClient, change: (thread: Thread) => Thread, of?: SubjectRef): Promise<void> {
  const filters = of ? threadsOf(of) : { queryKey: all }
  await client.cancelQueries(filters)
  client.setQueriesData<Thread>(filters, (thread) => thread && change(thread))
}

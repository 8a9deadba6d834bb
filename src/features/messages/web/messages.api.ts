import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { MessageId, UserId } from '#shared/ids.ts'
import { type AnswerOf, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import type { Conversation, Message } from '../messages.contract.ts'
import { deleteMessage, listConversations, markConversationRead, readThread } from '../messages.endpoints.ts'
import { MESSAGES_FRESH_MS, messagesKeys } from './unread.api.ts'

type ThreadPart = AnswerOf<typeof readThread>
export type ThreadParts = InfiniteData<ThreadPart, unknown>
type Conversations = InfiniteData<AnswerOf<typeof listConversations>, unknown>

/** The query of the member's conversations, the latest first. */
export const conversationsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...messagesKeys.all, 'conversations'],
    queryFn: ({ client, signal, pageParam }) =>
      call(listConversations, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: MESSAGES_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Returns every conversation once: a conversation that moved to the top may still be on a later page. */
export function conversationsOf({ pages }: Conversations): Conversation[] {
  const unique = new Map<string, Conversation>()
  for (const { data } of pages) for (const one of data) if (!unique.has(one.member.id)) unique.set(one.member.id, one)
  return [...unique.values()]
}

/** The query of a thread, thirty messages at a time; the latest part comes first. */
export const threadQuery = (userId: UserId) =>
  infiniteQueryOptions({
    queryKey: [...messagesKeys.all, 'thread', userId],
    queryFn: ({ client, signal, pageParam }) =>
      call(readThread, { query: { userId, ...(pageParam !== null && { before: pageParam }) } }, { client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    staleTime: MESSAGES_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Returns the messages, oldest first, each once. */
export function messagesOf({ pages }: ThreadParts): Message[] {
  const unique = new Map<string, Message>()
  for (const { messages } of pages.toReversed()) for (const message of messages) unique.set(message.id, message)
  return [...unique.values()]
}

async function changeThread(
  client: QueryClient,
  userId: UserId,
  change: (messages: Message[], at: number) => Message[],
): Promise<void> {
  const { queryKey } = threadQuery(userId)
  // The result of a read in flight would overwrite the change.
  await client.cancelQueries({ queryKey })
  client.setQueryData<ThreadParts>(
    queryKey,
    (thread) =>
      thread && {
        ...thread,
        pages: thread.pages.map((part, at) => ({ ...part, messages: change(part.messages, at) })),
      },
  )
}

/** Adds a message that the server has stored. */
export async function addToThread(client: QueryClient, userId: UserId, message: Message): Promise<void> {
  await changeThread(client, userId, (messages, at) =>
    at > 0 || messages.some(({ id }) => id === message.id) ? messages : [...messages, message],
  )
  void client.invalidateQueries({ queryKey: messagesKeys.all })
}

/**
 * Reports to the server that all messages up to this one were seen. A failure is not shown, because the next read
 * retries.
 */
export async function markSeen(client: QueryClient, userId: UserId, until: MessageId): Promise<void> {
  const answer = await call(markConversationRead, { body: { userId, until } }, { client }).catch(() => null)
  if (!answer) return
  client.setQueryData(messagesKeys.unread, answer.unread)
  const { queryKey } = conversationsQuery()
  client.setQueryData<Conversations>(
    queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((one) => (one.member.id === userId ? { ...one, unread: 0 } : one)),
        })),
      },
  )
  const read_at = new Date().toISOString()
  await changeThread(client, userId, (messages) =>
    messages.map((one) => (one.sender_id === userId && one.read_at === null ? { ...one, read_at } : one)),
  )
  void client.invalidateQueries({ queryKey: messagesKeys.all })
}

/** Deletes the text for both; the message keeps its position. */
export const deleteMessageMutation = (userId: UserId) =>
  mutationOptions({
    mutationFn: (message: Message, { client }) =>
      call(deleteMessage, { params: { messageId: message.id } }, { client }),
    onSuccess: async (_done, { id }, _onMutateResult, { client }) => {
      const viewerCan = { delete: false, report: false }
      await changeThread(client, userId, (messages) =>
        messages.map((one) => (one.id === id ? { ...one, content: null, isHidden: false, viewerCan } : one)),
      )
      void client.invalidateQueries({ queryKey: messagesKeys.all })
    },
  })

import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { CONVERSATION_TEXTS } from '../conversation.texts.ts'
import { sendMessage } from '../messages.endpoints.ts'
import { addToThread, threadQuery } from './messages.api.ts'

/** A message that is being sent, or that could not be sent. */
export interface Outgoing {
  key: string
  text: string
  /** Why it was not sent; null while it is being sent. */
  problem: string | null
  /** The connection is lost; the message is sent when it is back. */
  waits: boolean
  /** ISO 8601. */
  at: string
}

/** The unsent text that a member has typed for another member, and the messages that the server does not have yet. */
export interface ConversationDraft {
  draft: string
  outgoing: readonly Outgoing[]
}

const EMPTY: ConversationDraft = { draft: '', outgoing: [] }

/** Drafts by pair, in the memory of the tab: switching between conversations loses no text. */
const drafts = new Map<string, ConversationDraft>()
const queues = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

/** The author and the recipient of a draft. */
export interface ConversationPair {
  from: UserId
  to: UserId
}
const nameOf = ({ from, to }: ConversationPair) => `${from} ${to}`
const draftOf = (pair: ConversationPair) => drafts.get(nameOf(pair)) ?? EMPTY

function change(pair: ConversationPair, next: Partial<ConversationDraft>): void {
  const updated = { ...draftOf(pair), ...next }
  if (updated.draft === '' && updated.outgoing.length === 0) drafts.delete(nameOf(pair))
  else drafts.set(nameOf(pair), updated)
  for (const listener of listeners) listener()
}

export function useConversationDraft(pair: ConversationPair): ConversationDraft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => draftOf(pair),
    () => EMPTY,
  )
}

export const setDraft = (pair: ConversationPair, draft: string): void => change(pair, { draft })

const drop = (pair: ConversationPair, key: string) =>
  change(pair, { outgoing: draftOf(pair).outgoing.filter((one) => one.key !== key) })

/** Empties the box, shows the message at once and sends it. */
export function sendDraft(client: QueryClient, pair: ConversationPair, text: string): void {
  const one: Outgoing = { key: crypto.randomUUID(), text, problem: null, waits: false, at: new Date().toISOString() }
  change(pair, { draft: '', outgoing: [...draftOf(pair).outgoing, one] })
  queue(client, pair, one)
}

/** Sends again under the same key, so that the message exists only once if the first attempt had arrived. */
export function retrySend(client: QueryClient, pair: ConversationPair, key: string): void {
  const one = draftOf(pair).outgoing.find((other) => other.key === key)
  if (!one?.problem) return
  replace(pair, { ...one, problem: null })
  queue(client, pair, one)
}

const replace = (pair: ConversationPair, one: Outgoing) =>
  change(pair, { outgoing: draftOf(pair).outgoing.map((other) => (other.key === one.key ? one : other)) })

/** Discards a message that cannot be sent any more. */
export const discardOutgoing = (pair: ConversationPair, key: string): void => drop(pair, key)

/** Moves an unsent message back into the box, before its current text. */
export function moveToDraft(pair: ConversationPair, key: string): void {
  const { draft, outgoing } = draftOf(pair)
  const one = outgoing.find((other) => other.key === key)
  if (!one) return
  change(pair, {
    draft: draft.trim() === '' ? one.text : `${one.text}\n${draft}`,
    outgoing: outgoing.filter((other) => other !== one),
  })
}

/** Sends messages one after another, so that they arrive in the order in which they were written. */
function queue(client: QueryClient, pair: ConversationPair, one: Outgoing): void {
  const name = nameOf(pair)
  queues.set(
    name,
    (queues.get(name) ?? Promise.resolve()).then(() => post(client, pair, one)),
  )
}

async function post(client: QueryClient, pair: ConversationPair, one: Outgoing): Promise<void> {
  const { key, text } = one
  try {
    const { message } = await call(sendMessage, { body: { userId: pair.to, content: text, key } }, { client })
    await addToThread(client, pair.to, message)
    drop(pair, key)
  } catch (error) {
    const refusal = error instanceof CallError ? error : null
    const hasNoAnswer = refusal?.status === 0
    if (hasNoAnswer && (one.waits || refusal.code === 'offline')) return wait(client, pair, one)
    const problem = refusal && refusal.status < 500 ? refusal.message : CONVERSATION_TEXTS.notSent
    replace(pair, { ...one, problem, waits: false })
    // A browser notices late that it is offline.
    if (hasNoAnswer) window.addEventListener('online', () => retrySend(client, pair, key), { once: true })
    // The thread may accept no messages any more; it then shows the reason.
    if (refusal?.status === 403 || refusal?.status === 404)
      void client.invalidateQueries({ queryKey: threadQuery(pair.to).queryKey })
  }
}

/** The first requests after a reconnect may still fail. */
const RECONNECT_MS = 5_000

/**
 * Sends the message when the connection is back. The key stays the same, so it is one message even if an earlier
 * attempt had arrived.
 */
function wait(client: QueryClient, pair: ConversationPair, one: Outgoing): void {
  const waiting = { ...one, problem: null, waits: true }
  replace(pair, waiting)
  const again = () => {
    if (draftOf(pair).outgoing.some(({ key }) => key === one.key)) queue(client, pair, waiting)
  }
  if (navigator.onLine) setTimeout(again, RECONNECT_MS)
  else window.addEventListener('online', again, { once: true })
}

import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { sendMessage } from '../messages.contract.ts'
import { addToThread, threadQuery } from './messages.api.ts'

/** A message on its way, or one that did not get there. */
export interface Outgoing {
  key: string
  text: string
  /** Why it was not sent; null while it is on its way. */
  problem: string | null
  /** The line is down: it is sent when the line is back. */
  waits: boolean
  /** ISO 8601. */
  at: string
}

/** What a member has begun to write to another, and what is not with the server yet. */
export interface ConversationDraft {
  draft: string
  outgoing: readonly Outgoing[]
}

const EMPTY: ConversationDraft = { draft: '', outgoing: [] }

/** In the memory of the tab alone, for each pair: going to another conversation and back loses nothing. */
const desks = new Map<string, ConversationDraft>()
const lines = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

/** Whose desk, and to whom. */
export interface ConversationPair {
  from: UserId
  to: UserId
}
const nameOf = ({ from, to }: ConversationPair) => `${from} ${to}`
const deskOf = (pair: ConversationPair) => desks.get(nameOf(pair)) ?? EMPTY

function change(pair: ConversationPair, next: Partial<ConversationDraft>): void {
  const desk = { ...deskOf(pair), ...next }
  if (desk.draft === '' && desk.outgoing.length === 0) desks.delete(nameOf(pair))
  else desks.set(nameOf(pair), desk)
  for (const listener of listeners) listener()
}

export function useConversationDraft(pair: ConversationPair): ConversationDraft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => deskOf(pair),
    () => EMPTY,
  )
}

export const setDraft = (pair: ConversationPair, draft: string): void => change(pair, { draft })

const drop = (pair: ConversationPair, key: string) =>
  change(pair, { outgoing: deskOf(pair).outgoing.filter((one) => one.key !== key) })

/** Takes what was written off the box and sends it, shown at once. */
export function sendDraft(client: QueryClient, pair: ConversationPair, text: string): void {
  const one: Outgoing = { key: crypto.randomUUID(), text, problem: null, waits: false, at: new Date().toISOString() }
  change(pair, { draft: '', outgoing: [...deskOf(pair).outgoing, one] })
  queue(client, pair, one)
}

/** Once more, under the same key: if it got there after all, it is there once. */
export function retrySend(client: QueryClient, pair: ConversationPair, key: string): void {
  const one = deskOf(pair).outgoing.find((other) => other.key === key)
  if (!one?.problem) return
  replace(pair, { ...one, problem: null })
  queue(client, pair, one)
}

const replace = (pair: ConversationPair, one: Outgoing) =>
  change(pair, { outgoing: deskOf(pair).outgoing.map((other) => (other.key === one.key ? one : other)) })

/** What cannot be sent any more is given up. */
export const discardOutgoing = (pair: ConversationPair, key: string): void => drop(pair, key)

/** What was not sent goes back into the box, before what is in it. */
export function moveToDraft(pair: ConversationPair, key: string): void {
  const { draft, outgoing } = deskOf(pair)
  const one = outgoing.find((other) => other.key === key)
  if (!one) return
  change(pair, {
    draft: draft.trim() === '' ? one.text : `${one.text}\n${draft}`,
    outgoing: outgoing.filter((other) => other !== one),
  })
}

/** One after the other, so that they arrive in the order in which they were written. */
function queue(client: QueryClient, pair: ConversationPair, one: Outgoing): void {
  const name = nameOf(pair)
  lines.set(
    name,
    (lines.get(name) ?? Promise.resolve()).then(() => post(client, pair, one)),
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
    const problem = refusal && refusal.status < 500 ? refusal.message : 'It could not be sent.'
    replace(pair, { ...one, problem, waits: false })
    // A browser notices late that it is offline.
    if (hasNoAnswer) window.addEventListener('online', () => retrySend(client, pair, key), { once: true })
    // Perhaps nothing can be written any more: the thread says so.
    if (refusal?.status === 403 || refusal?.status === 404)
      void client.invalidateQueries({ queryKey: threadQuery(pair.to).queryKey })
  }
}

/** The first requests after a connection has come back may still fail. */
const LINE_BACK_MS = 5_000

/** Sends it when the line is back. It keeps its key, so it is one message, also where an attempt had reached the server. */
function wait(client: QueryClient, pair: ConversationPair, one: Outgoing): void {
  const waiting = { ...one, problem: null, waits: true }
  replace(pair, waiting)
  const again = () => {
    if (deskOf(pair).outgoing.some(({ key }) => key === one.key)) queue(client, pair, waiting)
  }
  if (navigator.onLine) setTimeout(again, LINE_BACK_MS)
  else window.addEventListener('online', again, { once: true })
}

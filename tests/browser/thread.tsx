import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Message } from '#features/messages/messages.contract.ts'
import { MESSAGE } from '#features/messages/messages.subject.ts'
import { Thread } from '#features/messages/web/thread.tsx'
import { reportsContributions } from '#features/reports/web/reports.contributions.ts'
import type { MessageId, UserId } from '#shared/ids.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { fakeServer, json, NOW, showPage, VIEWER } from './fake-server.tsx'

// A server with the thread between the viewer and Juno, and its page. A test file that imports this gets the server for
// each of its tests.

export const READ = 'GET /api/messages'
export const SEND = 'POST /api/messages'
export const SEEN = 'POST /api/messages/read'

/** Another member for each test, because unsent messages live as long as the tab. */
export let juno: UserId
let members = 0
/** The thread that the server has. */
export const stored: Message[] = []
/** What the answer about the thread has in place of the usual. */
export const thread: Record<string, unknown> = {}

export const { answers, requests, sent, bodies } = fakeServer()

function message(content: string | null, more: Partial<Message> = {}): Message {
  const at = stored.length
  const isOwn = more.sender_id === VIEWER.id
  return {
    id: `01900000-0000-7000-8000-${String(5000 + at).padStart(12, '0')}` as MessageId,
    sender_id: juno,
    content,
    created_at: new Date(NOW.getTime() - 3_600_000 + at * 60_000).toISOString(),
    read_at: '2026-11-21T09:30:00.000Z',
    isHidden: false,
    hold: null,
    key: null,
    viewerCan: { delete: isOwn, report: !isOwn },
    ...more,
  }
}
export const add = (content: string | null, more: Partial<Message> = {}) => {
  stored.push(message(content, more))
  return stored.at(-1) as Message
}
export const addOwn = (content: string, more: Partial<Message> = {}) => add(content, { sender_id: VIEWER.id, ...more })
export const markRead = () => {
  for (const one of stored) one.read_at ??= NOW.toISOString()
}
export const page = (messages: readonly Message[], more: object = {}) =>
  json(200, {
    member: { id: juno, username: 'juno', display_name: 'Juno', avatar_url: null, isGone: false },
    messages,
    nextBefore: null,
    closed: null,
    isOpenForOne: false,
    onlyAnswers: false,
    ...thread,
    ...more,
  })

let restoreContributions: () => void
beforeEach(() => {
  members += 1
  juno = `01900000-0000-7000-8000-${String(members).padStart(12, '0')}` as UserId
  stored.length = 0
  for (const key of Object.keys(thread)) delete thread[key]
  restoreContributions = installContributions([...reportsContributions, fill(subjectKinds, MESSAGE)])
  answers[READ] = () => page(stored)
  answers[SEEN] = () => {
    markRead()
    return json(200, { unread: 0 })
  }
  answers[SEND] = ({ body }) =>
    json(201, { message: addOwn(body.content as string, { key: body.key as string, read_at: null }) })
})
afterEach(() => {
  restoreContributions()
  vi.restoreAllMocks()
})

export async function open() {
  const shown = showPage(<Thread userId={juno} viewerId={VIEWER.id} />, { at: `/messages?userId=${juno}` })
  await screen.findByRole('region', { name: 'Messages with Juno' })
  return shown
}
export const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Juno' })
export const texts = () =>
  within(screen.getByRole('region', { name: 'Messages with Juno' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

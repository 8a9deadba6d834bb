// @vitest-environment happy-dom
import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useRef } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMENT } from '#features/comments/comments.subject.ts'
import { NotificationList } from '#features/notifications/web/notification-list.tsx'
import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { NEW_REACTION } from '#features/reactions/reactions.notifications.ts'
import { LazyReportDialog } from '#features/reports/web/reports.widgets.tsx'
import { defineSubject, subjectRef } from '#shared/subject.ts'
import type { Transport } from '#web/call.ts'
import { notifyListeners, wantedChannels } from '#web/live/subscriptions.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import {
  type DiscussedItem,
  DiscussionFoot,
  type DiscussionTarget,
  useLiveDiscussions,
} from './discussions.widgets.tsx'

// A kind of subject that no feature has: the test writes only its definition and its own lists.
const NOTE = defineSubject({
  type: 'note',
  name: 'note',
  plural: 'notes',
  nameWithGame: (game) => `note about ${game}`,
  path: '/api/notes',
  ownerPage: (id) => `/notes/${id}`,
  notFoundCode: 'note_not_found',
  reportNote: 'They see this note alone.',
})
installContributions([fill(subjectKinds, NOTE), fill(subjectKinds, COMMENT), fill(notificationKinds, NEW_REACTION)])

type Note = DiscussedItem & { id: string }

const NOW = new Date('2026-03-01T12:00:00Z')
const VIEWER = '01900000-0000-7000-8000-000000000001'
const JUNO = '01900000-0000-7000-8000-000000000002'
const ONE = '01900000-0000-7000-8000-000000000010'

let server: Record<string, (input: { params: object; query: object; body: object }) => unknown>
let asked: [string, object][]

const comment = (content: string, more: object = {}) => ({
  id: `01900000-0000-7000-8000-${String(content.length).padStart(12, '0')}`,
  note_id: ONE,
  user_id: VIEWER,
  user: { id: VIEWER, username: 'mara', display_name: 'Mara', avatar_url: null },
  username: 'mara',
  content,
  created_at: '2026-03-01T11:00:00.000Z',
  parent_id: null,
  answered: null,
  gone: null,
  replies: [],
  replies_count: 0,
  isHidden: false,
  viewerCan: { delete: true },
  ...more,
})

const transport: Transport = async (endpoint, input) => {
  const name = `${endpoint.method} ${endpoint.path}`
  asked.push([name, input.params])
  const answer = server[name]
  if (!answer) throw new Error(`nobody answers ${name}`)
  return { status: endpoint.method === 'DELETE' ? 204 : 200, body: await answer(input as never) }
}

const notesQuery = () =>
  queryOptions({
    queryKey: ['notes'],
    queryFn: (): Note[] => [{ id: ONE, reactions: [], comments: [], comments_count: 0 }],
    staleTime: Number.POSITIVE_INFINITY,
  })

const targetOf = (client: ReturnType<typeof createQueryClient>): DiscussionTarget => ({
  cancelReads: () => client.cancelQueries(notesQuery()),
  change: (id, change) =>
    client.setQueryData(notesQuery().queryKey, (notes) => notes?.map((note) => (note.id === id ? change(note) : note))),
  remove: (ids) => client.setQueryData(notesQuery().queryKey, (notes) => notes?.filter(({ id }) => !ids.includes(id))),
})

let client: ReturnType<typeof createQueryClient>

function Notes() {
  const { data: notes = [] } = useQuery(notesQuery())
  const list = useRef<HTMLUListElement>(null)
  const target = useMemo(() => targetOf(client), [])
  const ids = useMemo(() => notes.map(({ id }) => [id]), [notes])
  useLiveDiscussions({ list, kind: NOTE, items: ids, targetOf, isOn: true })
  return (
    <ul ref={list}>
      {notes.map((note) => (
        <li key={note.id}>
          <DiscussionFoot kind={NOTE} items={[note]} target={target} variant="inline" />
        </li>
      ))}
    </ul>
  )
}

function show(node: React.ReactNode) {
  client = createQueryClient(transport)
  const user = { id: VIEWER, email: 'm@example.org', role: 'user', username: 'mara', display_name: 'Mara' }
  client.setQueryData(['accounts', 'session'], { user, session: null, authenticated: true } as never)
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: NOW.getTime() }
  render(
    <MemoryRouter>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>{node}</QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
}

beforeEach(() => {
  server = {}
  asked = []
})
afterEach(cleanup)

test('a reaction to a subject of any kind is shown and sent to the address of its kind', async () => {
  server['POST /api/notes/:noteId/reactions'] = () => ({
    reaction: null,
    reactions: [{ emoji: '🏆', count: 2, mine: true }],
  })
  show(<Notes />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a reaction' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Trophy' }))
  expect(await screen.findByRole('button', { name: 'Trophy, 2' })).toBeTruthy()
  expect(asked).toEqual([['POST /api/notes/:noteId/reactions', { noteId: ONE }]])
})

test('so is a comment, and so is its deletion', async () => {
  server['POST /api/notes/:noteId/comments'] = ({ body }) => ({
    comment: comment((body as { content: string }).content),
  })
  server['DELETE /api/notes/comments/:commentId'] = () => undefined
  show(<Notes />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Comment' }))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Thank you')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(await screen.findByText(/Thank you/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete comment' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText(/Thank you/)).toBeNull())
  expect(asked).toEqual([
    ['POST /api/notes/:noteId/comments', { noteId: ONE }],
    ['DELETE /api/notes/comments/:commentId', { commentId: comment('Thank you').id }],
  ])
})

test('a live event on its channel loads its current comments, and a deleted subject leaves the list', async () => {
  let data: object[] = [
    { id: ONE, reactions: [{ emoji: '❤️', count: 3, mine: false }], comments: [], comments_count: 0 },
  ]
  server['GET /api/notes/talk'] = () => ({ data })
  show(<Notes />)
  await screen.findByRole('button', { name: 'Comment' })
  expect(wantedChannels()).toEqual([`note:${ONE}`])
  const event = { table: 'notes', action: 'UPDATE', id: ONE } as const
  notifyListeners(`note:${ONE}`, event)
  expect(await screen.findByRole('button', { name: 'Heart, 3' })).toBeTruthy()
  data = []
  notifyListeners(`note:${ONE}`, event)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Reactions' })).toBeNull())
})

test('a notification about it uses its words and links to its page', () => {
  const line = {
    id: 'n' as never,
    type: 'reaction' as const,
    actors: [{ id: JUNO as never, username: 'juno', display_name: 'Juno', avatar_url: null }],
    count: 1,
    subject: { type: 'note', id: ONE, game: { id: 'igdb_7', name: 'Tunic' } as never },
    sentence: null,
    reactions: ['❤️'],
    read_at: '2026-03-01T12:00:00.000Z',
    created_at: '2026-03-01T12:00:00.000Z',
  }
  show(<NotificationList lines={[line]} />)
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe(`/notes/${ONE}`)
  expect(link.textContent).toContain('Juno reacted with ❤️ to your note about Tunic')
})

test('the report dialog shows the note of its owner', async () => {
  const request = { subject: subjectRef(NOTE, ONE), name: 'the note of Juno' }
  show(<LazyReportDialog request={request} onClose={() => {}} />)
  expect(
    await screen.findByText('Only the team of this site sees that it was you. They see this note alone.'),
  ).toBeTruthy()
})

// @vitest-environment happy-dom
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import type { Transport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { profileKeys } from './profile-keys.api.ts'
import { ProfileModal } from './profile-modal.tsx'
import { memberActions } from './profiles.slots.ts'
import { MemberLink } from './profiles.widgets.tsx'
import { ShareButton } from './share-panel.widgets.tsx'

const ANN = {
  id: '01900000-0000-7000-8000-000000000002' as UserId,
  username: 'ann',
  display_name: 'Ann',
  avatar_url: null,
}
const PROFILE = {
  ...ANN,
  ...{
    bio: 'Maps.',
    email: null,
    settings: null,
    location: 'Umeå',
    website: null,
    pronouns: null,
    pinned_line: null,
    links: [],
    streak: 3,
    favourites: [],
  },
  ...{ created_at: '2025-01-01T00:00:00.000Z', updated_at: '2025-01-01T00:00:00.000Z', last_seen_at: null },
  ...{ is_online: true, presence: { status: 'online', currentGame: null } },
  stats: {
    total_played: 3,
    played_this_year: 1,
    backlog: 1,
    completion: 75,
    level: 1,
    title: null,
    badges: ['Perfectionist'],
  },
  counts: { want_to_play: 1, playing: 2, completed: 1, dropped: 0 },
  ...{ totalHours: 12.5, followersCount: 8, followingCount: 4, friendsCount: 2 },
  viewerSees: { library: true, activity: true, friends: true, badges: true },
  visitorSees: { profile: true, activity: true },
  ...{ viewerCan: { edit: false }, seenAs: null },
}
const STATS = {
  ...{ gamesPlayed: 3, gamesCompleted: 1, completionPercentage: 33, totalHours: 12.5, achievementsUnlocked: 7 },
  ...{ reviewsWritten: 0, friendsCount: 2, followersCount: 8, followingCount: 4 },
}

type Answer = { status: number; body: unknown }
const found: Answer = { status: 200, body: { profile: PROFILE } }
const refused = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { error: 'Refused.', code, requestId: 'r', ...more },
})
let profileAnswer: () => Answer | Promise<Answer>
let statsAnswer: () => Answer
let asked: number

const transport: Transport = async (endpoint) => {
  if (endpoint.path.endsWith('/stats')) return statsAnswer()
  asked += 1
  return profileAnswer()
}

function show(what: React.ReactNode, viewerId: string | null = null) {
  const client = createQueryClient(transport)
  const user = viewerId && { id: viewerId, username: 'me', display_name: 'Me', avatar_url: null, role: 'user' }
  client.setQueryData(['accounts', 'session'], { user, session: null, authenticated: user !== null })
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  render(
    <MemoryRouter>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>{what}</QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
}
const modal = <ProfileModal member={ANN} isOpen onClose={() => {}} />
const figure = (name: string) => screen.getByText(name).closest('div')?.querySelector('dd')?.textContent
const retry = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Retry/ })

beforeEach(() => {
  asked = 0
  profileAnswer = () => found
  statsAnswer = () => ({ status: 200, body: STATS })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the dialog shows a placeholder while loading, then the statistics [R-MODAL-02, R-MODAL-03]', async () => {
  let arrive = (_answer: Answer) => {}
  profileAnswer = () => new Promise((resolve) => (arrive = resolve))
  show(modal)
  expect(await screen.findByText('Loading')).toBeDefined()
  expect(screen.queryByText('Completed or playing')).toBeNull()
  await act(async () => arrive(found))
  await screen.findByText('Completed or playing')
  expect(
    ['Completed or playing', 'Completed', 'Completion rate', 'Time played', 'Achievements', 'Reviews'].map(figure),
  ).toEqual(['3', '1', '33 %', '12h 30m', '7', '0'])
  expect(['Friends', 'Followers', 'Following'].map(figure)).toEqual(['2', '8', '4'])
})

test('the dialog has a share panel and a link to the whole profile [R-MODAL-01]', async () => {
  show(modal)
  expect((await screen.findByRole('link', { name: 'View profile' })).getAttribute('href')).toBe(`/profile/${ANN.id}`)
  // The panel keeps the focus while it is open, so the rest is hidden from assistive technology.
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Share this profile' }))
  for (const name of ['Copy link', 'Copy Discord message']) expect(panel.getByRole('button', { name })).toBeDefined()
  expect(panel.getByRole('link', { name: 'Share on X' })).toBeDefined()
})

test("the dialog falls back to the profile's own counts when the statistics fail to load [R-MODAL-04]", async () => {
  statsAnswer = () => refused(500, 'internal')
  show(modal)
  await screen.findByText('Completed or playing')
  expect(['Completed or playing', 'Completed', 'Completion rate', 'Friends'].map(figure)).toEqual([
    '3',
    '1',
    '33 %',
    '2',
  ])
  expect(screen.queryByText('Achievements')).toBeNull()
})

test.each([
  [refused(404, 'PGRST116'), 'This profile is not available or may have been removed.'],
  [refused(403, '42501', { card: null }), "You don't have access to view this profile."],
  [refused(400, 'validation_failed'), 'Invalid profile information provided.'],
])(
  'an error that a retry cannot fix has no retry button, case %# [R-MODAL-08, R-MODAL-09, R-MODAL-11]',
  async (answer, text) => {
    profileAnswer = () => answer
    show(modal)
    expect(await screen.findByText(text)).toBeDefined()
    expect(retry()).toBeNull()
  },
)

test('the dialog allows three retries [R-MODAL-06, R-MODAL-12]', async () => {
  profileAnswer = () => refused(500, 'internal')
  show(modal)
  for (let tries = 1; tries <= 3; tries++) {
    expect(await screen.findByText('Something went wrong. Please try again later.')).toBeDefined()
    await userEvent.click(retry() as HTMLElement)
    await waitFor(() => expect(asked).toBe(tries + 1))
  }
  expect(await screen.findByText('Maximum retry attempts reached')).toBeDefined()
  expect(retry()).toBeNull()
})

test('the dialog allows three retries again after it is reopened [R-MODAL-06]', async () => {
  profileAnswer = () => refused(500, 'internal')
  const Opened = () => {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Anew
        </button>
        <ProfileModal member={ANN} isOpen={isOpen} onClose={() => setOpen(false)} />
      </>
    )
  }
  show(<Opened />)
  for (let tries = 1; tries <= 3; tries++) {
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked).toBe(tries + 1))
  }
  expect(await screen.findByText('Maximum retry attempts reached')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  act(() => screen.getByText('Anew').click())
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
  expect(screen.queryByText('Maximum retry attempts reached')).toBeNull()
})

test('a refetch preserves what is shown, and the focus', async () => {
  let arrive = (_answer: Answer) => {}
  const Again = () => {
    const client = useQueryClient()
    return (
      <button type="button" onClick={() => void client.invalidateQueries({ queryKey: profileKeys.all })}>
        Follow
      </button>
    )
  }
  onTestFinished(installContributions([fill(memberActions, Again)]))
  show(modal, '01900000-0000-7000-8000-000000000009')
  const follow = await screen.findByRole('button', { name: 'Follow' })
  profileAnswer = () => new Promise((resolve) => (arrive = resolve))
  await userEvent.click(follow)
  await waitFor(() => expect(asked).toBe(2))
  expect(screen.getByRole('button', { name: 'Follow' })).toBe(follow)
  expect(document.activeElement).toBe(follow)
  await act(async () => arrive({ status: 200, body: { profile: { ...PROFILE, bio: 'Atlases.' } } }))
  expect(await screen.findByText('Atlases.')).toBeDefined()
})

test('a successful retry shows the profile', async () => {
  profileAnswer = () => (asked === 1 ? refused(500, 'internal') : found)
  show(modal)
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Completed or playing')).toBeDefined()
})

test('without a network the dialog shows an error and offers a retry [R-MODAL-07]', async () => {
  profileAnswer = () => ({ status: 0, body: null })
  const { CallError } = await import('#web/call.ts')
  profileAnswer = () => {
    throw new CallError(0, { error: 'offline', code: 'offline' })
  }
  show(modal)
  expect(await screen.findByText('Connection issue. Please check your internet and try again.')).toBeDefined()
  expect(retry()?.disabled).toBe(false)
})

test.each([
  [{ retryAfter: 12 }, 12],
  [{}, 60],
])(
  'after too many requests the retry waits as long as the server demands, or a minute: %o [R-MODAL-10, R-MODAL-14]',
  async (more, wait) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    profileAnswer = () => refused(429, 'PGRST301', more)
    show(modal)
    expect(await screen.findByText('Too many requests. Please wait a moment before trying again.')).toBeDefined()
    await waitFor(() => expect(retry()?.disabled).toBe(true))
    await act(async () => void vi.advanceTimersByTime((wait - 2) * 1000))
    expect(retry()?.disabled).toBe(true)
    await act(async () => void vi.advanceTimersByTime(2500))
    expect(retry()?.disabled).toBe(false)
  },
)

test('a plain click on a name opens the dialog; any other click, and a phone, follow the link [R-MODAL-01]', async () => {
  show(<MemberLink member={ANN}>Ann</MemberLink>)
  const link = screen.getByRole('link', { name: 'Ann' })
  expect(link.getAttribute('href')).toBe(`/profile/${ANN.id}`)
  const clickWith = (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    // Following the link would leave the test.
    link.addEventListener('click', (given) => given.preventDefault(), { once: true })
    act(() => void link.dispatchEvent(event))
  }
  clickWith({ ctrlKey: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  clickWith({})
  expect(asked).toBe(0)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await userEvent.click(link)
  expect(await screen.findByRole('dialog', { name: 'Ann' })).toBeDefined()
})

test("the viewer's own profile has no actions about other members [R-PROF-22]", async () => {
  const Actions = () => <button type="button">Follow</button>
  onTestFinished(installContributions([fill(memberActions, Actions)]))
  show(modal, ANN.id)
  await screen.findByText('Completed or playing')
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  cleanup()
  show(modal, '01900000-0000-7000-8000-000000000009')
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeDefined()
})

test('the link is copied, with a confirmation for two seconds; Discord gets a message of its own [R-PROF-24, R-PROF-25, R-MODAL-15]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  show(<ShareButton profile={ANN} />)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const panel = within(screen.getByRole('dialog', { name: 'Share this profile', hidden: true }))
  const button = (name: string) => panel.queryByRole('button', { name, hidden: true })
  await user.click(button('Copy link') as HTMLElement)
  expect(button('Copied!')).not.toBeNull()
  await act(async () => void vi.advanceTimersByTime(1900))
  expect(button('Copied!')).not.toBeNull()
  await act(async () => void vi.advanceTimersByTime(200))
  expect([button('Copied!'), button('Copy link') === null]).toEqual([null, false])
  await user.click(button('Copy Discord message') as HTMLElement)
  const url = `${location.origin}/profile/${ANN.id}`
  expect(copied).toEqual([url, `🎮 **Ann** – Check out Ann's gaming profile on Savepoint\n${url}`])
})

test('X gets text and link [R-PROF-23]', async () => {
  show(<ShareButton profile={ANN} />)
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  const link = screen.getByRole('link', { name: 'Share on X', hidden: true })
  const address = new URL(link.getAttribute('href') ?? '')
  expect(address.searchParams.get('url')).toBe(`${location.origin}/profile/${ANN.id}`)
  expect(address.searchParams.get('text')).toBe("Check out Ann's gaming profile on Savepoint")
  expect(link.getAttribute('rel')).toContain('noopener')
})

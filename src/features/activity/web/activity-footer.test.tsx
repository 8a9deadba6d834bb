// @vitest-environment happy-dom
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestSignIn, type SignInRequest, signInRequests } from '#features/accounts/web/accounts.api.ts'
import { SignInHost } from '#features/accounts/web/session-host.widgets.tsx'
import { addCommentMutation, deleteCommentMutation } from '#features/comments/web/comments.api.ts'
import { reactionMutation } from '#features/reactions/web/reactions.api.ts'
import { subjectRef } from '#shared/subject.ts'
import type { Transport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { activitiesOfPages, createActivityMutation, feedQuery } from './activity.api.ts'
import { ActivityFooter } from './activity-footer.tsx'

const NOW = new Date('2026-03-01T12:00:00Z')
const VIEWER = '01900000-0000-7000-8000-000000000001'
const VIEWING = {
  id: VIEWER,
  email: 'm@example.org',
  role: 'user',
  username: 'mara',
  display_name: 'M',
  avatar_url: null,
}
const JUNO = '01900000-0000-7000-8000-000000000002'
const ONE = '01900000-0000-7000-8000-000000000010'
const TWO = '01900000-0000-7000-8000-000000000011'

type Answer = { status: number; body: unknown }
let server: Record<string, (input: { params: Record<string, string>; body: never }) => Answer | Promise<Answer>>
let asked: string[]
let feed: unknown[]

const FAILED: Answer = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }
const REACT = 'POST /api/activities/:activityId/reactions'
const COMMENTS = 'GET /api/activities/:activityId/comments'
const COMMENT = 'POST /api/activities/:activityId/comments'
const UNCOMMENT = 'DELETE /api/activities/comments/:commentId'

const activity = (more: Record<string, unknown> = {}) => ({
  id: ONE,
  type: 'completed',
  user_id: JUNO,
  created_at: '2026-03-01T09:00:00.000Z',
  details: {},
  user: { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null },
  game: { id: 'igdb_7', name: 'Tunic' },
  reactions: [],
  comments: [],
  comments_count: 0,
  viewerCan: { delete: false },
  ...more,
})
let count = 0
const comment = (content: string, more: Record<string, unknown> = {}) => {
  count += 1
  return {
    id: `01900000-0000-7000-8000-${String(2000 + count).padStart(12, '0')}`,
    activity_id: ONE,
    user_id: JUNO,
    user: { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null },
    username: 'juno',
    content,
    created_at: new Date(NOW.getTime() - 86_400_000 + count * 1000).toISOString(),
    parent_id: null,
    answered: null,
    gone: null,
    replies: [],
    replies_count: 0,
    viewerCan: { delete: false },
    ...more,
  }
}
const mine = (content: string, more = {}) => comment(content, { user_id: VIEWER, viewerCan: { delete: true }, ...more })

const transport: Transport = async (endpoint, { params, body }) => {
  const name = `${endpoint.method} ${endpoint.path}`
  asked.push(name)
  if (endpoint.path === '/api/social/activity-feed')
    return { status: 200, body: { activities: feed, nextCursor: null } }
  const answer = server[name]
  if (!answer) throw new Error(`nobody answers ${name}`)
  return answer({ params, body: body as never })
}

function Foot({ variant }: { variant: 'card' | 'inline' }) {
  const { data } = useInfiniteQuery(feedQuery('circle'))
  const activities = activitiesOfPages(data?.pages ?? [])
  return activities.length > 0 && <ActivityFooter activities={activities} variant={variant} />
}

async function show({
  variant = 'card',
  isVisitor = false,
}: {
  variant?: 'card' | 'inline'
  isVisitor?: boolean
} = {}) {
  const client = createQueryClient(transport)
  client.setQueryData(['accounts', 'session'], {
    user: isVisitor ? null : VIEWING,
    session: null,
    authenticated: !isVisitor,
  })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: NOW.getTime() }
  render(
    <MemoryRouter>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>
          <Foot variant={variant} />
          <SignInHost />
        </QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
  await screen.findByRole('group', { name: 'Reactions' })
  return client
}

const chips = () =>
  within(screen.getByRole('group', { name: 'Reactions' }))
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map(
      (button) => `${button.getAttribute('aria-label')}${button.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`,
    )
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const shownToast = () => toastStore.get()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  asked = []
  feed = [activity()]
  server = {}
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  dismissToast()
  requestSignIn(null)
  vi.restoreAllMocks()
})

describe('reacting', () => {
  test('offers five emojis, moves by arrow keys, closes by Escape, and chooses [R-ACT-13, R-ACT-24, R-ACT-26]', async () => {
    server[REACT] = () => ({ status: 200, body: { reaction: null, reactions: [{ emoji: '❤️', count: 1, mine: true }] } })
    await show()
    const user = userEvent.setup()
    button('Add a reaction').focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Choose a reaction' })
    const choices = within(menu).getAllByRole('menuitemradio')
    expect(choices.map((choice) => choice.getAttribute('aria-label'))).toEqual([
      'Thumbs up',
      'Heart',
      'Gaming controller',
      'Trophy',
      'Bullseye',
    ])
    await waitFor(() => expect(document.activeElement).toBe(choices[0]))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(choices[4])
    await user.keyboard('{Home}{ArrowRight}')
    expect(document.activeElement).toBe(choices[1])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button('Add a reaction'))
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitemradio', { name: 'Heart' }))
    await waitFor(() => expect(chips()).toEqual(['Heart, 1 *']))
    await waitFor(() => expect(asked).toContain(REACT))
    // The viewer's own emoji is marked among the five, and has the focus first.
    await user.click(button('Add a reaction'))
    const marked = await screen.findByRole('menuitemradio', { checked: true })
    expect(marked.getAttribute('aria-label')).toBe('Heart')
    expect(screen.getAllByRole('menuitemradio', { checked: false })).toHaveLength(4)
  })

  test('shows the choice at once, and then the server’s state [R-ACT-27]', async () => {
    feed = [activity({ reactions: [{ emoji: '🏆', count: 2, mine: false }] })]
    let answer = (_: Answer) => {}
    server[REACT] = () => new Promise<Answer>((resolve) => (answer = resolve))
    await show()
    await userEvent.click(button('Trophy, 2'))
    await waitFor(() => expect(chips()).toEqual(['Trophy, 3 *']))
    await waitFor(() => expect(asked).toContain(REACT))
    // Another member reacted in the meantime.
    answer({ status: 200, body: { reaction: null, reactions: [{ emoji: '🏆', count: 7, mine: true }] } })
    await waitFor(() => expect(chips()).toEqual(['Trophy, 7 *']))
  })

  test('leaves no trace of a failed choice, also when several were pending [R-ACT-31]', async () => {
    const before = [
      { emoji: '👍', count: 2, mine: true },
      { emoji: '🏆', count: 1, mine: false },
    ]
    feed = [activity({ reactions: before })]
    const answers: ((answer: Answer) => void)[] = []
    server[REACT] = () => new Promise<Answer>((resolve) => answers.push(resolve))
    await show()
    await userEvent.click(button('Trophy, 1'))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 1', 'Trophy, 2 *']))
    await userEvent.click(button('Trophy, 2'))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 1', 'Trophy, 1']))
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.(FAILED)
    // The second call waits for the first.
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(FAILED)
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 2 *', 'Trophy, 1']))
    expect(shownToast()?.title).toBe('Failed to update reaction')
  })

  test('asks a visitor to sign in, and sends nothing [R-ACT-19]', async () => {
    feed = [activity({ reactions: [{ emoji: '🏆', count: 2, mine: false }] })]
    await show({ isVisitor: true })
    await userEvent.click(button('Trophy, 2'))
    const dialog = await screen.findByRole('dialog', { name: 'Sign In Required' })
    expect(within(dialog).getByText('Please sign in to react to activities')).toBeDefined()
    // The dialog says why, so no toast repeats it.
    expect(shownToast()).toBeNull()
    expect(asked).not.toContain(REACT)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(chips()).toEqual(['Trophy, 2']))
  })

  test('adds up the counts of an item of several activities, and changes the right activity', async () => {
    feed = [
      activity({ id: TWO, reactions: [{ emoji: '👍', count: 1, mine: false }] }),
      activity({ reactions: [{ emoji: '👍', count: 1, mine: true }] }),
    ]
    const changed: string[] = []
    server[REACT] = ({ params }) => {
      changed.push(params.activityId as string)
      return { status: 200, body: { reaction: null, reactions: [] } }
    }
    await show()
    await userEvent.click(button('Thumbs up, 2'))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 1']))
    await waitFor(() => expect(changed).toEqual([ONE]))
    await userEvent.click(button('Thumbs up, 1'))
    await waitFor(() => expect(changed).toEqual([ONE, TWO]))
  })
})

describe('comments', () => {
  test.each([
    ['card', 2],
    ['inline', 3],
  ] as const)('%s: the last %s are shown, with a button for all of them [R-ACT-21]', async (variant, shown) => {
    const last = [comment('c'), comment('d'), comment('e')]
    feed = [activity({ comments: last, comments_count: 5 })]
    server[COMMENTS] = () => ({ status: 200, body: { data: [comment('z'), ...last], total: 5, nextCursor: null } })
    await show({ variant })
    const list = screen.getByRole('list', { name: 'Comments' })
    expect(list.querySelectorAll('.comment-text')).toHaveLength(shown)
    expect(list.textContent).toMatch(/Juno e.*View all 5 comments$/)
    await userEvent.click(button('View all 5 comments'))
    const dialog = await screen.findByRole('dialog', { name: 'Add a Comment' })
    expect(await within(dialog).findByText(/z/, { selector: '.comment-text' })).toBeDefined()
  })

  test.each([
    [30_000, 'just now'],
    [5 * 60_000, '5m ago'],
    [3 * 3_600_000, '3h ago'],
    [2 * 86_400_000, '2d ago'],
    [8 * 86_400_000, 'Feb 21, 2026'],
  ])('a comment of %s ms ago has the time %s [R-ACT-22]', async (age, text) => {
    feed = [
      activity({
        comments: [comment('x', { created_at: new Date(NOW.getTime() - age).toISOString() })],
        comments_count: 1,
      }),
    ]
    await show()
    expect(screen.getByText(text)).toBeDefined()
  })

  test("the deleted author of a comment is 'Unknown User' [R-ACT-02]", async () => {
    const nobody = { id: null, username: null, display_name: null, avatar_url: null }
    feed = [
      activity({
        comments: [comment('x', { user: nobody, user_id: null, username: 'Unknown User' })],
        comments_count: 1,
      }),
    ]
    await show()
    expect(screen.getByText('Unknown User').closest('a')).toBeNull()
  })

  test('the name of an author links to their profile', async () => {
    feed = [activity({ comments: [comment('x')], comments_count: 1 })]
    await show()
    expect(screen.getByRole('link', { name: 'Juno' }).getAttribute('href')).toBe(`/profile/${JUNO}`)
  })

  test('the dialog adds a comment, refuses blanks, and preserves the draft through a failure and closing [R-ACT-13, R-ACT-15, R-ACT-29]', async () => {
    let isDown = true
    const posted: string[] = []
    server[COMMENTS] = () => ({ status: 200, body: { data: [], total: 0, nextCursor: null } })
    server[COMMENT] = ({ body }) => {
      if (isDown) return FAILED
      const { content } = body as { content: string }
      posted.push(content)
      return { status: 201, body: { comment: mine(content) } }
    }
    await show()
    const user = userEvent.setup()
    await user.click(button('Comment'))
    const field = async () =>
      within(await screen.findByRole('dialog', { name: 'Add a Comment' })).findByRole('textbox', { name: 'Comment' })
    await user.type(await field(), '   ')
    await user.click(button('Post'))
    expect(asked).not.toContain(COMMENT)
    await user.type(await field(), 'Well played.')
    await user.click(button('Post'))
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to add comment'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('Comment'))
    expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', '   Well played.')
    isDown = false
    await user.click(button('Post'))
    await waitFor(() => expect(posted).toEqual(['Well played.']))
    await waitFor(async () => expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', ''))
    expect(await within(screen.getByRole('dialog')).findByText(/Well played/)).toBeDefined()
  })

  test('the inline form opens below the comments [R-ACT-13]', async () => {
    server[COMMENT] = () => ({ status: 201, body: { comment: mine('Hello') } })
    await show({ variant: 'inline' })
    const user = userEvent.setup()
    await user.click(button('Comment'))
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Hello')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await within(await screen.findByRole('list', { name: 'Comments' })).findByText(/Hello/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('more than 500 characters are refused before they are sent', async () => {
    await show({ variant: 'inline' })
    const user = userEvent.setup()
    await user.click(button('Comment'))
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    await user.click(field)
    await user.paste('a'.repeat(501))
    await user.click(button('Post'))
    expect(screen.getByText('Comment must be 500 characters or less')).toBeDefined()
    expect(asked).not.toContain(COMMENT)
  })

  test('a visitor is asked to sign in, and continues as a member [R-ACT-18]', async () => {
    server[COMMENTS] = () => ({ status: 200, body: { data: [], total: 0, nextCursor: null } })
    const client = await show({ isVisitor: true })
    await userEvent.click(button('Comment'))
    const signIn = await screen.findByRole('dialog', { name: 'Sign In Required' })
    expect(within(signIn).getByText('Please sign in to comment')).toBeDefined()
    expect(shownToast()).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Add a Comment' })).toBeNull()
    act(() => {
      client.setQueryData(['accounts', 'session'], { user: VIEWING, session: null, authenticated: true })
      const { onSuccess } = signInRequests.get() as SignInRequest
      requestSignIn(null)
      onSuccess()
    })
    expect(await screen.findByRole('dialog', { name: 'Add a Comment' })).toBeDefined()
  })

  test('only its author has the button that deletes it, after a confirmation [R-ACT-20, R-ACT-30]', async () => {
    feed = [activity({ comments: [comment('theirs'), mine('mine')], comments_count: 2 })]
    let isDown = true
    server[UNCOMMENT] = () => (isDown ? FAILED : { status: 204, body: null })
    await show()
    const user = userEvent.setup()
    expect(screen.getAllByRole('button', { name: 'Delete comment' })).toHaveLength(1)
    const remove = async () => {
      await user.click(button('Delete comment'))
      const dialog = await screen.findByRole('dialog', { name: 'Delete this comment?' })
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    }
    await remove()
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to delete comment'))
    expect(screen.getByText(/^mine|mine /)).toBeDefined()
    isDown = false
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await remove()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete comment' })).toBeNull())
    expect(screen.getByText(/theirs/)).toBeDefined()
  })
})

describe('the focus', () => {
  const removeBy = async (user: ReturnType<typeof userEvent.setup>, where: HTMLElement, at: number) => {
    const all = await within(where).findAllByRole('button', { name: 'Delete comment' })
    await user.click(all[at] as HTMLElement)
    const question = await screen.findByRole('dialog', { name: 'Delete this comment?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete this comment?' })).toBeNull())
  }
  const gone = (count: number) =>
    waitFor(() => expect(screen.queryAllByRole('button', { name: 'Delete comment' })).toHaveLength(count))

  test('stays with the comments when the focused one is deleted', async () => {
    feed = [activity({ comments: [mine('one'), mine('two')], comments_count: 2 })]
    server[UNCOMMENT] = () => ({ status: 204, body: null })
    await show()
    const list = screen.getByRole('list', { name: 'Comments' })
    await removeBy(userEvent.setup(), list, 1)
    await gone(1)
    await waitFor(() => expect(list.contains(document.activeElement)).toBe(true))
  })

  test('stays in the dialog with all comments, and does not move behind it', async () => {
    const all = [mine('one'), mine('two'), mine('three')]
    feed = [activity({ comments: [], comments_count: 3 })]
    server[COMMENTS] = () => ({ status: 200, body: { data: all, total: 3, nextCursor: null } })
    server[UNCOMMENT] = () => ({ status: 204, body: null })
    await show()
    const user = userEvent.setup()
    await user.click(button('View all 3 comments'))
    const dialog = await screen.findByRole('dialog', { name: 'Add a Comment' })
    await removeBy(user, dialog, 1)
    await gone(2)
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  })
})

describe('sharing', () => {
  test('opens X and Facebook in a new window, and copies the link [R-ACT-13, R-ACT-38, R-ACT-39, R-ACT-40]', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await show()
    const user = userEvent.setup()
    const choose = async (name: string) => {
      await user.click(button('Share'))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Post on X')
    await choose('Share on Facebook')
    const link = encodeURIComponent(`${location.origin}/game/igdb_7`)
    expect(
      open.mock.calls.map(([address, target, features]) => [
        String(address),
        target,
        String(features).includes('noopener'),
      ]),
    ).toEqual([
      [
        expect.stringMatching(new RegExp(`^https://x.com/intent/tweet\\?.*url=${link.replace(/\./g, '\\.')}$`)),
        '_blank',
        true,
      ],
      [`https://www.facebook.com/sharer/sharer.php?u=${link}`, '_blank', true],
    ])
    await choose('Copy link')
    await waitFor(() => expect(shownToast()?.title).toBe('Link copied'))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/game/igdb_7`)
  })

  test('shows an error when the link cannot be copied [R-ACT-32]', async () => {
    await show()
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(button('Share'))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
    await waitFor(() => expect(shownToast()?.title).toBe('Failed to copy link'))
  })
})

describe('the error of a failed call has the documented sentence and its cause', () => {
  const subject = subjectRef(ACTIVITY, ONE)
  const board = { cancelReads: async () => {}, apply: () => {}, added: () => {}, removed: () => {} }
  const failing = async <V,>(options: unknown, variables: V): Promise<string[]> => {
    const client = createQueryClient(async () => FAILED)
    const mutation = client.getMutationCache().build(client, options as never)
    const thrown = await mutation.execute(variables as never).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    return [thrown, (mutation.state.error as unknown as Error).message]
  }

  test('adding and removing a reaction [R-ACT-33, R-ACT-34]', async () => {
    const options = reactionMutation(subject, board)
    expect(await failing(options, { emoji: '👍', before: [] })).toEqual(Array(2).fill('Failed to add reaction'))
    const before = [{ emoji: '👍', count: 1, mine: true }]
    expect(await failing(options, { emoji: '👍', before })).toEqual(Array(2).fill('Failed to remove reaction'))
  })

  test('adding and deleting a comment [R-ACT-35, R-ACT-36]', async () => {
    expect(await failing(addCommentMutation(subject, board), 'x')).toEqual(Array(2).fill('Failed to add comment'))
    const options = deleteCommentMutation(ACTIVITY.type, board)
    expect(await failing(options, comment('x'))).toEqual(Array(2).fill('Failed to delete comment'))
  })

  test('creating an activity [R-ACT-37]', async () => {
    const update = { type: 'completed', gameId: 'igdb_7' } as never
    expect(await failing(createActivityMutation(), update)).toEqual(Array(2).fill('Failed to create activity'))
  })
})

test('a failed feed logs the reason [R-ACT-08]', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const client = createQueryClient(async () => ({ ...FAILED, status: 503 }))
  await client.fetchInfiniteQuery(feedQuery('everyone'))
  expect(warn.mock.calls).toEqual([['API error: 503 Service Unavailable']])
})

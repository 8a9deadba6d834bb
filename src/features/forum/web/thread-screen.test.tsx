// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signInRequests } from '#features/accounts/web/accounts.api.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  forumPost,
  forumThread,
  LIKE,
  postsPage,
  READ_POSTS,
  READ_THREAD,
  REPLY,
  SEEN,
  THREAD_ID,
} from '#tests/browser/forum.tsx'
import { draftName, readDraft, storeDraft } from '#web/drafts/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { postsQuery, refreshThread } from './forum.api.ts'
import { findUnread, loadThread, ThreadScreen } from './thread-screen.tsx'

const REPLY_DRAFT = draftName('forum', VIEWER.id, THREAD_ID)
const EDIT_DRAFT = draftName('forum edit', VIEWER.id, forumPost(1).id)
const net = fakeServer()
let thread = forumThread()
let posts = [forumPost(1), forumPost(2)]

beforeEach(() => {
  thread = forumThread()
  posts = [forumPost(1), forumPost(2)]
  net.answers[READ_THREAD] = () => json(200, { thread })
  net.answers[READ_POSTS] = () => json(200, postsPage(posts, thread.last_number))
  net.answers[SEEN] = ({ body }) => json(200, { read_number: body.number })
  signInRequests.set(null)
  for (const name of [REPLY_DRAFT, EDIT_DRAFT]) storeDraft(name, null)
  return () => vi.restoreAllMocks()
})

async function open(viewer: object | null = VIEWER) {
  const shown = showPage(
    <Suspense>
      <ThreadScreen threadId={THREAD_ID} page={1} />
    </Suspense>,
    { viewer },
  )
  await screen.findByText('Post 1')
  return shown
}
const likes = () => screen.getAllByRole('button', { name: /^Like/ })
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })

test('a moderator who moves the thread reads in a toast where it is now', async () => {
  thread = forumThread({ viewerMay: { reply: true, moderate: true } })
  net.answers[`PATCH /api/forum/threads/${THREAD_ID}`] = ({ body }) => {
    thread = { ...thread, category: body.category as typeof thread.category }
    return json(200, { thread })
  }
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More about this thread' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  await user.click(await screen.findByRole('radio', { name: 'Off-topic' }))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(lastToast()?.title).toBe('Moved to Off-topic'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('a like', () => {
  test('shows at once, says Liked!, and a second press while it runs sends nothing [R-FORUM-02] [R-FORUM-05]', async () => {
    const running = delayed()
    net.answers[LIKE] = running.answer
    await open()
    const [, button] = likes()
    fireEvent.click(button as HTMLElement)
    fireEvent.click(button as HTMLElement)
    await waitFor(() => expect(button?.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(button as HTMLElement)
    expect(button?.textContent).toBe('3')
    await running.give(json(200, { liked: true, likes_count: 3 }))
    await waitFor(() => expect(lastToast()?.title).toBe('Liked!'))
    expect(net.bodies(LIKE)).toEqual([{ type: 'post', id: posts[0]?.id }])
  })

  test('is removed by another press, which says Removed like [R-FORUM-06]', async () => {
    thread = forumThread({ is_liked: true, likes_count: 3 })
    net.answers[LIKE] = () => json(200, { liked: false, likes_count: 2 })
    await open()
    fireEvent.click(likes()[0] as HTMLElement)
    await waitFor(() => expect(lastToast()?.title).toBe('Removed like'))
    expect(net.bodies(LIKE)).toEqual([{ type: 'thread', id: THREAD_ID }])
    expect(likes()[0]?.getAttribute('aria-pressed')).toBe('false')
  })

  test('that the server refuses is rolled back, with the text of the server [R-FORUM-07]', async () => {
    net.answers[LIKE] = () => json(400, { error: 'X' })
    await open()
    fireEvent.click(likes()[0] as HTMLElement)
    await waitFor(() => expect(lastToast()?.title).toBe('X'))
    expect(likes()[0]?.getAttribute('aria-pressed')).toBe('false')
    expect(likes()[0]?.textContent).toBe('2')
  })

  test('that fails without a text says Failed to like [R-FORUM-08]', async () => {
    net.answers[LIKE] = () => json(500)
    await open()
    fireEvent.click(likes()[0] as HTMLElement)
    await waitFor(() => expect(lastToast()?.title).toBe('Failed to like'))
    expect(likes()[0]?.textContent).toBe('2')
  })

  test('of a visitor opens the sign-in dialog with what it is about, and sends nothing [R-FORUM-03] [R-FORUM-09]', async () => {
    thread = forumThread({ viewerMay: { reply: false, moderate: false }, read_number: null })
    await open(null)
    fireEvent.click(likes()[0] as HTMLElement)
    expect(signInRequests.get()?.description).toBe('Sign in to like this thread.')
    fireEvent.click(likes()[1] as HTMLElement)
    expect(signInRequests.get()?.description).toBe('Sign in to like this post.')
    expect(net.sent(LIKE)).toEqual([])
  })

  test('whose security token does not arrive says Please wait... [R-FORUM-04]', async () => {
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      String(address).includes('/api/auth/csrf') ? new Promise(() => {}) : answer(address, init),
    )
    await open()
    fireEvent.click(likes()[0] as HTMLElement)
    await waitFor(() => expect(lastToast()?.title).toBe('Please wait...'))
    expect(net.sent(LIKE)).toEqual([])
  })
})

describe('a reply', () => {
  test('quotes a post, appears at its place with the focus, and empties the box', async () => {
    const mine = forumPost(3, { html: 'Mine', viewerCan: { ...forumPost(3).viewerCan, like: false } })
    net.answers[REPLY] = () => json(201, { post: mine })
    const { user } = await open()
    await user.click(screen.getAllByRole('button', { name: 'Quote Juno' })[1] as HTMLElement)
    expect(screen.getByText(/^Quotes/).textContent).toBe('Quotes Juno, #2')
    type('I agree')
    fireEvent.click(screen.getByRole('button', { name: 'Post reply' }))
    await screen.findByText('Mine')
    expect(net.bodies(REPLY)).toEqual([{ content: 'I agree', quoted_post_id: posts[1]?.id }])
    await waitFor(() => expect(document.activeElement?.getAttribute('data-number')).toBe('3'))
    expect(box().value).toBe('')
    expect(lastToast()?.title).toBe('Posted')
    expect(readDraft(REPLY_DRAFT)).toBeNull()
  })

  test('that waits for a moderator says so', async () => {
    net.answers[REPLY] = () => json(201, { post: forumPost(3, { html: 'Mine', is_held: true }) })
    await open()
    type('See https://example.org')
    fireEvent.click(screen.getByRole('button', { name: 'Post reply' }))
    await waitFor(() => expect(lastToast()?.title).toBe('A moderator looks at it before others see it.'))
  })

  test.each([
    [429, 'Too many requests', { retryAfter: 7 }, /7 seconds left/],
    [403, 'This thread is locked', {}, /This thread is locked/],
    [404, 'Thread not found', {}, /Thread not found/],
    [401, 'Please sign in to write in the forum', {}, /Please sign in/],
  ])('that is refused with %i leaves what was typed, with the reason', async (status, error, more, shown) => {
    net.answers[REPLY] = () => declined(status, error, 'declined', more)
    await open()
    type('A long thought')
    fireEvent.click(screen.getByRole('button', { name: 'Post reply' }))
    await waitFor(() => expect(screen.getByRole('alert').parentElement?.textContent).toMatch(shown))
    expect(box().value).toBe('A long thought')
  })

  test('with a quote of a post that was deleted meanwhile says so, reads the thread again, and keeps the text', async () => {
    net.answers[REPLY] = () => declined(400, 'The quoted post is no longer in this thread', 'quoted_post_not_found')
    const { user } = await open()
    await user.click(screen.getAllByRole('button', { name: 'Quote Juno' })[1] as HTMLElement)
    type('I agree')
    posts = [forumPost(1), forumPost(2, { html: '', absence: 'deleted' })]
    fireEvent.click(screen.getByRole('button', { name: 'Post reply' }))
    expect(await screen.findByText('The quoted post is no longer in this thread')).toBeTruthy()
    expect(await screen.findByText('This post was deleted.')).toBeTruthy()
    expect(box().value).toBe('I agree')
    await user.click(screen.getByRole('button', { name: 'Remove the quote' }))
    expect(screen.queryByText('The quoted post is no longer in this thread')).toBeNull()
    expect(document.activeElement).toBe(box())
  })

  test('that nobody has sent is there again the next time', async () => {
    storeDraft(REPLY_DRAFT, { text: 'Half a', quote: null, spoilsTo: null })
    await open()
    await waitFor(() => expect(box().value).toBe('Half a'))
    expect(screen.getByText('This is what you had typed.')).toBeTruthy()
  })

  test('cannot be written in a locked thread, which says why and preserves what was typed', async () => {
    storeDraft(REPLY_DRAFT, { text: 'Half a', quote: null, spoilsTo: null })
    thread = forumThread({ locked: true, viewerMay: { reply: false, moderate: false } })
    await open()
    expect(screen.getByText('This thread is locked')).toBeTruthy()
    await waitFor(() => expect(box().value).toBe('Half a'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post reply' }).disabled).toBe(true)
  })

  test.each([
    [{ is_held: true }, 'A moderator looks at this thread first. Replies are possible when others see it.'],
    [{ is_hidden: true }, 'A moderator has hidden this thread. Nobody can reply.'],
  ])('cannot be written in a thread with %o, which says why, and not that it is locked', async (state, sentence) => {
    thread = forumThread({ ...state, viewerMay: { reply: false, moderate: false } })
    await open()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByText('This thread is locked')).toBeNull()
  })

  test('completes the name of a member with the keyboard', async () => {
    net.answers['GET /api/profiles'] = () =>
      json(200, { data: [{ id: VIEWER.id, username: 'juno', display_name: 'Juno', avatar_url: null }] })
    const { user } = await open()
    await user.type(box(), 'Hello @ju')
    expect(await screen.findByRole('option', { name: /Juno/ })).toBeTruthy()
    expect(screen.getByText('1 member. Arrow keys choose, Enter completes.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(box().value).toBe('Hello @juno ')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('lets Shift+Tab leave the box while it suggests members', async () => {
    net.answers['GET /api/profiles'] = () =>
      json(200, { data: [{ id: VIEWER.id, username: 'juno', display_name: 'Juno', avatar_url: null }] })
    const { user } = await open()
    await user.type(box(), 'Hello @ju')
    await screen.findByRole('option', { name: /Juno/ })
    await user.tab({ shift: true })
    expect(box().value).toBe('Hello @ju')
    expect(document.activeElement).not.toBe(box())
  })

  test('gets formatting around the selection', async () => {
    const { user } = await open()
    type('so good')
    box().setSelectionRange(3, 7)
    await user.click(screen.getByRole('button', { name: 'Bold' }))
    expect(box().value).toBe('so <b>good</b>')
    expect([box().selectionStart, box().selectionEnd]).toEqual([6, 10])
  })
})

test.each(['More about this thread', 'More about post 1'])(
  'a visitor who reports by “%s” signs in first (C12)',
  async (menu) => {
    const viewerCan = { like: false, edit: false, delete: false, report: false, seeVersions: false }
    thread = forumThread({ viewerCan, viewerMay: { reply: false, moderate: false }, read_number: null })
    posts = [forumPost(1, { viewerCan })]
    const { user } = await open(null)
    await user.click(screen.getByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }))
    expect(signInRequests.get()?.description).toBe('Please sign in to report')
  },
)

describe('an edited post', () => {
  const EDIT = `PATCH /api/forum/posts/${forumPost(1).id}`
  const mine = () =>
    forumPost(1, { source_text: 'Mine', viewerCan: { ...forumPost(1).viewerCan, edit: true, report: false } })
  const editBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' })
  beforeEach(() => {
    posts = [mine()]
  })
  async function openEditor() {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'More about post 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    return user
  }

  test('keeps over a reload what was typed, until it is saved', async () => {
    await openEditor()
    fireEvent.change(await editBox(), { target: { value: 'Mine, longer' } })
    fireEvent(window, new Event('pagehide'))
    cleanup()
    const user = await openEditor()
    expect((await editBox()).value).toBe('Mine, longer')
    expect(screen.getByText('This is what you had typed.')).toBeTruthy()
    net.answers[EDIT] = ({ body }) => json(200, { post: forumPost(1, { html: String(body.content) }) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(lastToast()?.title).toBe('Saved'))
    expect(net.bodies(EDIT)).toEqual([{ content: 'Mine, longer', spoils_to: null, updated_at: mine().updated_at }])
    expect(readDraft(EDIT_DRAFT)).toBeNull()
  })

  test('whose stored draft began with an older version is a conflict at once', async () => {
    storeDraft(EDIT_DRAFT, {
      fields: { title: null, text: 'Mine, longer', spoilsTo: null },
      version: '2026-11-19T10:00:00.000Z',
    })
    const user = await openEditor()
    const other = await screen.findByRole('alert', { name: 'Another version' })
    expect(within(other).getByText('Mine')).toBeTruthy()
    expect((await editBox()).value).toBe('Mine, longer')
    await user.click(screen.getByRole('button', { name: 'Use the other version' }))
    expect((await editBox()).value).toBe('Mine')
  })

  test.each(['Cancel', 'Show the saved version'])('forgets the draft on %s', async (name) => {
    storeDraft(EDIT_DRAFT, {
      fields: { title: null, text: 'Mine, longer', spoilsTo: null },
      version: mine().updated_at,
    })
    const user = await openEditor()
    await user.click(await screen.findByRole('button', { name }))
    fireEvent(window, new Event('pagehide'))
    expect(readDraft(EDIT_DRAFT)).toBeNull()
  })
})

describe('a thread', () => {
  test('has a line across before the first unread post', async () => {
    thread = forumThread({ read_number: 1 })
    await open()
    const line = screen.getByText('1 new')
    expect(line.closest('li')?.nextElementSibling?.textContent).toContain('Post 2')
  })

  test('shows new posts of others behind a button, which brings them in below a line', async () => {
    const { client } = await open()
    thread = forumThread({ last_number: 3, posts_count: 3 })
    posts = [...posts, forumPost(3)]
    await act(async () => void (await refreshThread(client, THREAD_ID)))
    expect(screen.queryByText('Post 3')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: '1 new post' }))
    expect(await screen.findByText('Post 3')).toBeTruthy()
    expect(screen.getByText('1 new')).toBeTruthy()
  })

  test('offers no new post that the reader does not receive: a held one, or one across a block', async () => {
    const { client } = await open()
    const reread = () => act(async () => void (await refreshThread(client, THREAD_ID)))
    thread = forumThread({ last_number: 3 })
    await reread()
    expect(net.sent(READ_POSTS)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
    thread = forumThread({ last_number: 4, posts_count: 3 })
    posts = [...posts, forumPost(4)]
    await reread()
    fireEvent.click(await screen.findByRole('button', { name: '1 new post' }))
    const post = (await screen.findByText('Post 4')).closest('article')
    await waitFor(() => expect(document.activeElement).toBe(post))
    expect(screen.getByText('1 new')).toBeTruthy()
  })

  test('is reported as read once its end is seen, also if the member does not receive its latest post', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        tell: (entries: object[]) => void
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell
        }
        observe(target: Element) {
          this.tell([{ isIntersecting: true, target }])
        }
        disconnect() {}
      },
    )
    thread = forumThread({ last_number: 3, read_number: 2 })
    net.answers[SEEN] = () => json(200, { read_number: 3 })
    await open()
    cleanup()
    await waitFor(() => expect(net.bodies(SEEN)).toEqual([{ number: 2 }]))
  })

  test('shows a new post without the button when a link leads to it, as the bell does', async () => {
    const { client, router } = await open()
    thread = forumThread({ last_number: 4, posts_count: 4 })
    posts = [...posts, forumPost(3), forumPost(4)]
    await act(async () => void (await refreshThread(client, THREAD_ID)))
    await screen.findByRole('button', { name: '2 new posts' })
    await act(async () => void (await router.navigate(`/#post-${posts[2]?.id}`)))
    const post = (await screen.findByText('Post 3')).closest('article')
    await waitFor(() => expect(document.activeElement).toBe(post))
    expect(screen.getByRole('button', { name: '1 new post' })).toBeTruthy()
  })

  test('focuses the post that a link leads to, also if the post arrives after the page', async () => {
    const { client, router } = await open()
    const late = forumPost(3)
    await act(async () => void (await router.navigate(`/#post-${late.id}`)))
    await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))
    thread = forumThread({ last_number: 3, posts_count: 3 })
    posts = [...posts, late]
    await act(async () => void (await refreshThread(client, THREAD_ID)))
    const post = (await screen.findByText('Post 3')).closest('article')
    await waitFor(() => expect(document.activeElement).toBe(post))
  })

  test('shows the first unread post when a link leads to it, also if the post arrives after the page', async () => {
    thread = forumThread({ read_number: 2 })
    const { client, router } = await open()
    await act(async () => void (await router.navigate('/#new')))
    thread = forumThread({ read_number: 2, last_number: 3, posts_count: 3 })
    posts = [...posts, forumPost(3)]
    await act(async () => void (await refreshThread(client, THREAD_ID)))
    await screen.findByText('Post 3')
    const line = screen.getByText('1 new').closest('li')
    await waitFor(() => expect(document.activeElement).toBe(line))
    // What comes later waits again.
    thread = forumThread({ read_number: 3, last_number: 4, posts_count: 4 })
    posts = [...posts, forumPost(4)]
    await act(async () => void (await refreshThread(client, THREAD_ID)))
    await screen.findByRole('button', { name: '1 new post' })
    expect(screen.queryByText('Post 4')).toBeNull()
  })

  test('keeps one line in place of a deleted post, also in a quote of it', async () => {
    const { id, number, author } = posts[0] as (typeof posts)[number]
    posts = [
      forumPost(1, { html: 'Post 1' }),
      forumPost(2, { html: '', absence: 'deleted' }),
      forumPost(3, { quote: { id, number, author, excerpt: '', fold: null, absence: 'hidden' } }),
    ]
    thread = forumThread({ last_number: 3 })
    await open()
    expect(screen.getByText('This post was deleted.')).toBeTruthy()
    expect(screen.getByText('This post was hidden by a moderator.')).toBeTruthy()
  })

  test('says of a held post that a moderator looks at it, to the author and to a moderator in different words', async () => {
    const [mine, theirs] = [forumPost(1), forumPost(2, { is_held: true })]
    posts = [{ ...mine, is_held: true, author: { ...mine.author, id: VIEWER.id } }, theirs]
    await open()
    expect(screen.getByText('A moderator looks at it before others see it.')).toBeTruthy()
    expect(screen.getByText('It waits for a moderator.')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Decide' }).map((link) => link.getAttribute('href'))).toEqual([
      '/admin/held',
    ])
  })
})

test('an edit that came too late offers one of the two texts, and no third way to save', async () => {
  const viewerCan = { ...forumPost(1).viewerCan, edit: true }
  const [post] = [forumPost(1, { source_text: 'Post 1', viewerCan })]
  posts = [post, forumPost(2)]
  net.answers[`PATCH /api/forum/posts/${post.id}`] = () => declined(409, 'Changed', 'changed_by_somebody')
  net.answers[`GET /api/forum/posts/${post.id}`] = () =>
    json(200, { post: { ...post, source_text: 'Theirs' }, page: 1 })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More about post 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Your post' }), { target: { value: 'Mine' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert', { name: 'Another version' })).textContent).toContain('Theirs')
  expect(screen.getByRole('button', { name: 'Save mine' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the end of an edit moves the focus to the edited post', async () => {
  const viewerCan = { ...forumPost(1).viewerCan, edit: true }
  posts = [forumPost(1, { source_text: 'Post 1', viewerCan }), forumPost(2)]
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More about post 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your post' })))
  await user.keyboard('{Escape}')
  expect(document.activeElement?.getAttribute('data-number')).toBe('1')
})

describe('the first unread post', () => {
  test('leads to the post that a list has just announced, although this device has read the thread a moment ago', async () => {
    const client = createQueryClient()
    await loadThread(client, THREAD_ID, 1)
    expect(await findUnread(client, THREAD_ID)).toBe(`/forum/thread/${THREAD_ID}`)
    thread = forumThread({ last_number: 3, posts_count: 3 })
    posts = [...posts, forumPost(3)]
    expect(await findUnread(client, THREAD_ID)).toBe(`/forum/thread/${THREAD_ID}#new`)
    await loadThread(client, THREAD_ID, 1)
    expect(client.getQueryData(postsQuery(THREAD_ID, 1).queryKey)?.data).toHaveLength(3)
  })
})

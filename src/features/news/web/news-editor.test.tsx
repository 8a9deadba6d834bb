// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountsKeys, requestSignIn, signInRequests } from '#features/accounts/web/accounts.api.ts'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { draftName, type FormDraft, readDraft } from '#web/drafts/drafts.ts'
import type { EditedPost } from '../news.contract.ts'
import { WriteNews } from './edit-news.tsx'
import { NewsEditor } from './news-editor.tsx'
import type { Fields } from './news-fields.ts'

const CREATE = 'POST /api/news'
const PREVIEW = 'POST /api/admin/news/preview'
const { answers, bodies, sent } = fakeServer()

const POST = {
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'atlas',
  title: 'Atlas',
  excerpt: '',
  content: 'Text',
  featured_image: null,
  category: 'Feature',
  badge: null,
  status: 'published',
  is_featured: true,
  reading_minutes: 1,
  published_at: '2026-11-20T10:00:30.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  author: null,
} as EditedPost
const CHANGE = `PUT /api/news/${POST.id}`
const READ = `GET /api/admin/news/${POST.id}`

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  answers[PREVIEW] = ({ body }) =>
    json(200, { content_html: `<p>${body.content}!</p>`, reading_minutes: 3, featured_image: null })
})
const show = (post: EditedPost | null) =>
  showPage(<NewsEditor post={post} userId={VIEWER.id} />, { at: '/admin/news/new' })
const draftOf = (id: string | null) => readDraft<FormDraft<Fields>>(draftName('news', VIEWER.id, id))
const field = (name: string) => screen.getByLabelText(name, { exact: true }) as HTMLInputElement

describe('a new post', () => {
  test('is checked before it is sent, and each field says what is wrong', async () => {
    const { user } = show(null)
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Title is required')
    await screen.findByText(/^Choose a category: /)
    expect(sent(CREATE)).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(field('Title')))
    await user.type(field('Title'), 'Atlas')
    await user.keyboard('{Control>}s{/Control}')
    // The first wrong field gets the focus.
    await waitFor(() => expect(document.activeElement).toBe(field('Category')))
  })

  test('cuts nothing that is too long: the field counts, and says so', async () => {
    const { user } = show(null)
    fireEvent.change(field('Title'), { target: { value: 'x'.repeat(160) } })
    await user.click(field('Badge'))
    await user.paste('y'.repeat(31))
    screen.getByText('160 / 150')
    screen.getByText('31 / 30')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Title must be 150 characters or less')
    await screen.findByText('Badge must be 30 characters or less')
    expect(field('Badge').value).toHaveLength(31)
    expect(sent(CREATE)).toEqual([])
  })

  test('suggests an address, is saved as typed, and opens its own editor', async () => {
    answers[CREATE] = ({ body }) => json(201, { post: { ...POST, ...body, slug: 'a-new-atlas', status: 'draft' } })
    const { user, router } = show(null)
    await user.type(field('Title'), 'A new atlas')
    await screen.findByText('/news/a-new-atlas')
    await user.selectOptions(field('Category'), 'Community')
    await user.type(field('Text'), 'Words')
    await screen.findByText('Words!')
    await screen.findByText('3 min read')
    await user.keyboard('{Control>}s{/Control}')
    await expect.poll(() => router.state.location.pathname).toBe(`/admin/news/${POST.id}/edit`)
    expect(bodies(CREATE)).toEqual([
      {
        title: 'A new atlas',
        slug: '',
        excerpt: '',
        content: 'Words',
        featured_image: null,
        category: 'Community',
        badge: null,
        status: 'draft',
        published_at: null,
      },
    ])
    expect(lastToast()?.title).toBe('Draft saved')
  })

  test('shows the picture at the address that the server gives, once the typed one rests', async () => {
    const signed = '/api/image?url=https%3A%2F%2Fpictures.example%2Fa.jpg&w=1080&s=abc'
    answers[PREVIEW] = ({ body }) =>
      json(200, { content_html: '', reading_minutes: 1, featured_image: body.featured_image && signed })
    const { user } = show(null)
    await user.type(field('Featured image'), 'https://pictures.example/a.jpg')
    await waitFor(() => expect(document.querySelector(`img[src="${signed}"]`)).not.toBeNull())
    expect(bodies(PREVIEW)).toEqual([{ content: '', featured_image: 'https://pictures.example/a.jpg' }])
  })

  test('says that an address is none of a picture that readers can see', async () => {
    answers[PREVIEW] = () => json(200, { content_html: '', reading_minutes: 1, featured_image: null })
    const { user } = show(null)
    await user.type(field('Featured image'), '/all-games')
    await screen.findByText('This is not the address of a picture')
  })

  test('the button names what saving does', async () => {
    const { user } = show(null)
    await user.selectOptions(field('Status'), 'published')
    screen.getByRole('button', { name: 'Publish' })
    await user.type(field('Appears on'), '2026-12-24T18:00')
    screen.getByRole('button', { name: 'Schedule' })
    await user.selectOptions(field('Status'), 'archived')
    screen.getByRole('button', { name: 'Archive' })
  })

  test('keeps for its own editor what was typed while it was created', async () => {
    const answer = Promise.withResolvers<void>()
    answers[CREATE] = async ({ body }) => {
      await answer.promise
      return json(201, { post: { ...POST, ...body, slug: 'atlas', status: 'draft' } })
    }
    const { user, router } = show(null)
    await user.type(field('Title'), 'Atlas')
    await user.selectOptions(field('Category'), 'Community')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await user.type(field('Title'), ' two')
    answer.resolve()
    await expect.poll(() => router.state.location.pathname).toBe(`/admin/news/${POST.id}/edit`)
    // This form is shown until the next page is there. It must not create the post again.
    expect(screen.getByRole('form', { name: 'News post' }).inert).toBe(true)
    await user.keyboard('{Control>}s{/Control}')
    expect(sent(CREATE)).toHaveLength(1)
    fireEvent(window, new Event('pagehide'))
    expect(draftOf(null)).toBeNull()
    expect(draftOf(POST.id)).toMatchObject({
      fields: { title: 'Atlas two', category: 'Community' },
      version: POST.updated_at,
    })
  })

  test.each(['pagehide', 'unmount'])('is stored on the device at once on %s', async (end) => {
    const { user } = show(null)
    await user.type(field('Title'), 'Last words')
    if (end === 'unmount') cleanup()
    else fireEvent(window, new Event('pagehide'))
    expect(draftOf(null)?.fields.title).toBe('Last words')
  })

  test('what was typed is back after a reload, until it is discarded', async () => {
    const { user } = show(null)
    await user.type(field('Title'), 'Half a thought')
    await expect.poll(() => JSON.stringify(sessionStorage)).toContain('Half a thought')
    document.body.innerHTML = ''
    const again = show(null)
    expect(field('Title').value).toBe('Half a thought')
    await again.user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field('Title').value).toBe('')
    await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Half a thought')
  })
})

describe('an existing post', () => {
  test('is saved with its version and the time that it had', async () => {
    answers[CHANGE] = ({ body }) => json(200, { post: { ...POST, ...body, updated_at: '2026-11-21T10:00:00.000Z' } })
    const { user } = show(POST)
    await user.type(field('Title'), ' two')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => lastToast()?.title).toBe('Published')
    expect(bodies(CHANGE)[0]).toMatchObject({
      title: 'Atlas two',
      updated_at: POST.updated_at,
      published_at: POST.published_at,
    })
    await user.type(field('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => bodies(CHANGE).length).toBe(2)
    expect(bodies(CHANGE)[1]).toMatchObject({ updated_at: '2026-11-21T10:00:00.000Z' })
  })

  test('keeps what was typed while it was saved, as a change of the new version', async () => {
    const answer = Promise.withResolvers<void>()
    const updated_at = '2026-11-21T10:00:00.000Z'
    answers[CHANGE] = async ({ body }) => {
      await answer.promise
      return json(200, { post: { ...POST, ...body, slug: 'atlas-2', updated_at } })
    }
    const { user } = show(POST)
    await user.type(field('Title'), ' two')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(field('Text'), ' and more')
    answer.resolve()
    await expect.poll(() => field('Address').value).toBe('atlas-2')
    expect(field('Text').value).toBe('Text and more')
    screen.getByText('Not saved yet')
    // The hook knows the new version after its effects, which run after the page has changed.
    const stored = () => {
      fireEvent(window, new Event('pagehide'))
      return draftOf(POST.id)
    }
    await expect.poll(stored).toMatchObject({ fields: { content: 'Text and more' }, version: updated_at })
  })

  test('a taken address is shown at its field, and what was typed stays', async () => {
    const taken = 'Another post has this address'
    answers[CHANGE] = () => declined(409, taken, 'slug_taken', { details: { slug: taken } })
    const { user } = show(POST)
    await user.clear(field('Address'))
    await user.type(field('Address'), 'Somebody Else')
    await user.tab()
    expect(field('Address').value).toBe('somebody-else')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(taken)
    expect(field('Address').value).toBe('somebody-else')
  })

  test('an admin who has lost the role is refused, and what was typed stays', async () => {
    answers[CHANGE] = () => declined(403, 'Unauthorized: Admin access required', '42501')
    const { user } = show(POST)
    await user.type(field('Title'), ' mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => lastToast()?.description).toBe('Unauthorized: Admin access required')
    expect(field('Title').value).toBe('Atlas mine')
  })

  test('that somebody has deleted meanwhile can be saved as a new one', async () => {
    const newId = '01900000-0000-7000-8000-000000000009'
    answers[CHANGE] = () => declined(404, 'News post not found', 'news_not_found')
    answers[CREATE] = ({ body }) => json(201, { post: { ...POST, ...body, id: newId } })
    const { user, router } = show(POST)
    await user.type(field('Title'), ' mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Somebody has deleted this post. What you typed is still here.')
    expect(field('Title').value).toBe('Atlas mine')
    await user.click(screen.getByRole('button', { name: 'Save as a new post' }))
    await expect.poll(() => router.state.location.pathname).toBe(`/admin/news/${newId}/edit`)
    expect(bodies(CREATE)).toMatchObject([{ title: 'Atlas mine', content: 'Text', status: 'published' }])
  })

  test('stays with what was typed when the session ends', async () => {
    const { client, user } = showPage(<WriteNews />, { at: '/admin/news/new' })
    await screen.findByRole('form', { name: 'News post' })
    await user.type(field('Title'), 'Atlas')
    await act(async () => {
      client.setQueryData(accountsKeys.session, { user: null, session: null, authenticated: false } as never)
      await new Promise((done) => setTimeout(done, 20))
    })
    expect(field('Title').value).toBe('Atlas')
  })

  test('asks to sign in when the session has ended before a save', async () => {
    answers[CHANGE] = () => declined(401, 'Sign in again', 'unauthorized')
    const { user } = show(POST)
    await user.type(field('Title'), ' mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => signInRequests.get()?.description).toBe('Sign in again')
    requestSignIn(null)
    expect(field('Title').value).toBe('Atlas mine')
  })

  describe('that somebody else has changed', () => {
    const theirs = { ...POST, title: 'Their atlas', updated_at: '2026-11-21T09:00:00.000Z' }
    const changed = 'This item was changed by someone else'
    beforeEach(() => {
      answers[READ] = () => json(200, { post: theirs })
      answers[CHANGE] = ({ body }) =>
        body.updated_at === theirs.updated_at
          ? json(200, { post: { ...theirs, ...body } })
          : declined(409, changed, 'changed_by_somebody')
    })

    test('shows what they changed, keeps what was typed, and can be saved over theirs', async () => {
      const { user } = show(POST)
      await user.type(field('Text'), ' of mine')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      const conflict = await screen.findByRole('alert', { name: 'Another version' })
      expect(conflict.textContent).toContain(changed)
      expect([...conflict.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Title'])
      expect(conflict.textContent).toContain('Their atlas')
      expect(field('Text').value).toBe('Text of mine')
      await user.click(screen.getByRole('button', { name: 'Save mine' }))
      await waitFor(() => expect(screen.queryByRole('alert', { name: 'Another version' })).toBeNull())
      expect(bodies(CHANGE).at(-1)).toMatchObject({ title: 'Atlas', content: 'Text of mine' })
    })

    test('since a stored draft began is shown at once, with what differs', async () => {
      const { user } = show(POST)
      await user.type(field('Text'), ' of mine')
      cleanup()
      show(theirs)
      const conflict = await screen.findByRole('alert', { name: 'Another version' })
      expect([...conflict.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Title', 'Text'])
      expect(field('Text').value).toBe('Text of mine')
    })

    test('can be replaced by their version, and undo brings back what was typed', async () => {
      const { user } = show(POST)
      await user.type(field('Title'), ' mine')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await user.click(await screen.findByRole('button', { name: 'Use the other version' }))
      expect(field('Title').value).toBe('Their atlas')
      lastToast()?.undo?.()
      await waitFor(() => expect(field('Title').value).toBe('Atlas mine'))
    })
  })
})

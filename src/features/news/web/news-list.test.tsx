// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSearchParams } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { declined, fakeServer, json, NOW, showPage } from '#tests/browser/fake-server.tsx'
import type { NewsPost } from '../news.contract.ts'
import { newsParamsOf } from './news-address.ts'
import { NewsList } from './news-list.tsx'

const LIST = 'GET /api/news'
const { answers, sent } = fakeServer()

const post = (number: number, over: Partial<NewsPost> = {}): NewsPost => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}` as NewsPost['id'],
  slug: `post-${number}`,
  title: `Post ${number}`,
  excerpt: `About ${number}`,
  featured_image: null,
  category: 'Announcement',
  badge: null,
  status: 'published',
  is_featured: false,
  reading_minutes: 2,
  published_at: new Date(NOW.getTime() - number * 86_400_000).toISOString(),
  created_at: NOW.toISOString(),
  updated_at: NOW.toISOString(),
  author: null,
  ...over,
})
const posts = (from: number, count: number) => Array.from({ length: count }, (_, at) => post(from + at))
const page = (rows: readonly NewsPost[], hasMore = false) => json(200, { posts: rows, total: 99, hasMore })

function Screen() {
  const [search] = useSearchParams()
  return <NewsList params={newsParamsOf(search)} />
}
const show = (at = '/info/news') => showPage(<Screen />, { at, viewer: null })
const queries = () => sent(LIST).map(({ query }) => query)
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the list of news', () => {
  test('shows twelve posts, and Load More appends twelve [R-NEWS-03] [R-NEWS-04] [R-NEWS-13]', async () => {
    answers[LIST] = ({ query }) =>
      query.page === '1' ? page(posts(1, 12), true) : page([post(12), ...posts(13, 11)], false)
    const { user } = show()
    await screen.findByRole('heading', { name: 'Post 1' })
    expect(titles()).toHaveLength(12)
    await user.click(screen.getByRole('button', { name: 'Load More' }))
    await screen.findByRole('heading', { name: 'Post 23' })
    // A post that moved to the next page meanwhile appears once.
    expect(titles()).toHaveLength(23)
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
    expect(queries()).toEqual([
      { page: '1', limit: '12' },
      { page: '2', limit: '12' },
    ])
  })

  test('a chip restarts with page 1 and its category; All sends no category [R-NEWS-02] [R-NEWS-04] [R-NEWS-14]', async () => {
    answers[LIST] = ({ query }) => page(query.category ? [post(50)] : posts(1, 12), !query.category)
    const { user, router } = show()
    await user.click(await screen.findByRole('button', { name: 'Load More' }))
    const chips = within(screen.getByRole('navigation', { name: 'Categories' }))
    expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Product Update',
      'Feature',
      'Announcement',
      'Security',
      'Community',
    ])
    await user.click(chips.getByRole('link', { name: 'Security' }))
    await screen.findByRole('heading', { name: 'Post 50' })
    expect(queries().at(-1)).toEqual({ category: 'Security', page: '1', limit: '12' })
    expect(router.state.location.search).toBe('?category=Security')
    expect(chips.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('true')
    await user.click(chips.getByRole('link', { name: 'All' }))
    expect(router.state.location.search).toBe('')
    for (const query of queries().filter(({ category }) => category !== 'Security'))
      expect(query).not.toHaveProperty('category')
  })

  test('typing is debounced, stands in the address, and restarts with page 1 [R-NEWS-04]', async () => {
    answers[LIST] = ({ query }) => page(query.search ? [post(7)] : posts(1, 12), !query.search)
    const { user, router } = show()
    await user.click(await screen.findByRole('button', { name: 'Load More' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search news' }), 'atlas')
    await expect.poll(() => router.state.location.search).toBe('?search=atlas')
    await expect.poll(titles).toEqual(['Post 7'])
    expect(queries().filter(({ search }) => search)).toEqual([{ search: 'atlas', page: '1', limit: '12' }])
  })

  test('a search that waits keeps the category that was chosen meanwhile', async () => {
    answers[LIST] = () => page(posts(1, 3))
    const { user, router } = show()
    await user.type(await screen.findByRole('searchbox', { name: 'Search news' }), 'atlas')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await expect.poll(() => router.state.location.search).toBe('?category=Security&search=atlas')
  })

  test('a search that waits ends when the address gets another one', async () => {
    answers[LIST] = () => page(posts(1, 3))
    const { user, router } = show('/info/news?search=map')
    const field = (await screen.findByRole('searchbox', { name: 'Search news' })) as HTMLInputElement
    await user.type(field, 's')
    await act(() => router.navigate('/info/news'))
    await act(() => new Promise((done) => setTimeout(done, 400)))
    expect(router.state.location.search).toBe('')
    expect(field.value).toBe('')
  })

  test('the featured post leads', async () => {
    answers[LIST] = () => page([post(1), post(2, { is_featured: true, badge: 'Featured' }), post(3)])
    show()
    await screen.findByRole('heading', { name: 'Post 2' })
    expect(titles()).toEqual(['Post 2', 'Post 1', 'Post 3'])
    expect(screen.getByRole('link', { name: 'Post 2' }).getAttribute('href')).toBe('/news/post-2')
  })

  test('a failure has the documented sentence and can be retried [R-NEWS-16]', async () => {
    let isDown = true
    answers[LIST] = () => (isDown ? declined(500, 'Boom', 'internal') : page([post(1)]))
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    show()
    // The request is retried before the list gives up.
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    screen.getByText('Failed to fetch news posts')
    vi.useRealTimers()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Post 1' })
  })

  test('a missing table has its own sentence [R-NEWS-17]', async () => {
    answers[LIST] = () => json(400, { error: 'relation "news_posts" does not exist' })
    show()
    await screen.findByText('News system is being set up. Please run the database migration first.')
  })

  test.each(['?search=zzzz', '?category=Security'])(
    'nothing found for %s leads to all news [R-NEWS-18]',
    async (search) => {
      answers[LIST] = () => page([])
      show(`/info/news${search}`)
      await screen.findByText('No news posts found matching your criteria.')
      expect(screen.getByRole('link', { name: 'Show all news' }).getAttribute('href')).toBe('/info/news')
    },
  )

  test('without any post the list says so [R-NEWS-19]', async () => {
    answers[LIST] = () => page([])
    show()
    await screen.findByText('No news posts available yet.')
  })
})

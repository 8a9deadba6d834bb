// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { NewsArticle } from '../news.contract.ts'
import { Article } from './article.tsx'

fakeServer()

const POST = {
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'atlas',
  title: 'Atlas',
  excerpt: 'All games on one page.',
  featured_image: '/covers/igdb_1-x.svg',
  category: 'Feature',
  badge: 'New',
  status: 'published',
  is_featured: true,
  reading_minutes: 4,
  published_at: '2026-11-20T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  author: { id: '01900000-0000-7000-8000-000000000002', username: 'root', display_name: 'Root' },
  content_html: '<p>Words <span class="markdown-picture"><img src="/api/image?url=x" alt="A map"></span></p>',
  previous: { slug: 'older', title: 'Older' },
  next: null,
  viewerCan: { edit: false },
} as NewsArticle

test('names the author, the time to read, and the neighbour', () => {
  showPage(<Article post={POST} />)
  expect(screen.getByRole('link', { name: 'Root' }).getAttribute('href')).toBe(`/profile/${POST.author?.id}`)
  screen.getByText('4 min read')
  screen.getByText('1 day ago')
  expect(screen.getByRole('link', { name: /Older/ }).getAttribute('href')).toBe('/news/older')
  expect(screen.queryByText(/only admins see it|Everybody sees it/)).toBeNull()
})

test.each([
  [{ status: 'draft' as const }, 'A draft: only admins see it.'],
  [{ status: 'archived' as const }, 'Archived: only admins see it.'],
  [{ published_at: '2026-12-24T18:00:00.000Z' }, 'Scheduled for December 24, 2026, 18:00 UTC.'],
  [{}, 'Everybody sees it.'],
])('an admin sees who sees the post: %j', (over, sentence) => {
  showPage(<Article post={{ ...POST, ...over, viewerCan: { edit: true } }} />)
  screen.getByText(sentence)
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/news/${POST.id}/edit`)
})

test('a picture that does not arrive leaves its box with the description', () => {
  // This document loads no pictures, and calls them complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  showPage(<Article post={POST} />)
  const image = screen.getByRole('img', { name: 'A map' })
  expect(image.parentElement?.hasAttribute('data-missing')).toBe(false)
  fireEvent.error(image)
  expect(image.parentElement?.getAttribute('data-missing')).toBe('A map')
})

test('sharing copies the address', async () => {
  const { user } = showPage(<Article post={POST} />)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(copied).toHaveBeenCalledWith(`${location.origin}/news/atlas`)
  await expect.poll(() => lastToast()?.title).toBe('Link copied')
})

test('a post that waits for its time cannot be shared yet, because its address is not found', () => {
  showPage(<Article post={{ ...POST, published_at: '2026-12-24T18:00:00.000Z', viewerCan: { edit: true } }} />)
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

import { describe, test } from 'vitest'
import { type FeatureFreshness, ok } from '#tests/support/freshness.ts'
import { NEWS_DRAFT } from '#tests/support/news-app.ts'

export const newsFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('news are fresh after', () => {
      const write = (over: object = {}) =>
        fresh.root.post('/api/news', {
          title: 'Maps',
          category: 'Feature',
          content: 'All of them.',
          status: 'published',
          ...over,
        })

      test('a new post, a change, a new address and the end of a post', async () => {
        await fresh.expectFresh('/api/news', {}, () => write())
        await fresh.expectFresh('/api/news', { featured: 'true' }, () => write())
        const { id, slug } = (await write()).body.post
        const one = { idOrSlug: slug }
        await fresh.expectFresh('/api/news/:idOrSlug', one, () =>
          fresh.root.put(`/api/news/${id}`, { content: 'Most of them.' }),
        )
        await fresh.expectFresh('/api/news/:idOrSlug', one, () => fresh.root.put(`/api/news/${id}`, { slug: 'atlas' }))
        await fresh.expectFresh('/api/news/:idOrSlug', one, () => write({ title: 'A neighbour' }))
        await fresh.expectFresh('/api/news/:idOrSlug', one, () =>
          fresh.root.patch('/api/profiles/me', { display_name: 'The Root' }),
        )
        await fresh.expectFresh('/api/news', {}, () => fresh.root.delete(`/api/news/${id}`))
      })
    })
  },
  cachedPaths: ['/api/news', '/api/news?featured=true&limit=1'],
  writes(cached) {
    return [['news is published', () => ok(cached.root.post('/api/news', { ...NEWS_DRAFT, badge: 'Featured' }))]]
  },
}

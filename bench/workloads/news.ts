import { articleSlug, articlesOf } from '../data-set/data-set-news.ts'
import { cookieOf } from '../paths.ts'
import { figure, type Section } from '../report/report.ts'
import type { World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const READ_MS = 30
const ARTICLES = 500

/** Measures the list of news and its articles for members, whose pages and answers are not cached. */
export async function newsWorkload(world: World): Promise<Section> {
  const count = articlesOf(world.options.shape)
  const step = Math.max(1, Math.floor(count / ARTICLES))
  const slugs = Array.from({ length: Math.min(ARTICLES, count) }, (_, at) => articleSlug(at * step))
  const asMembers = (paths: readonly string[]) =>
    paths.map((path, turn) => ({ path, headers: { cookie: cookieOf(world, turn) } }))
  const lists = ['', '?category=Security', '?category=Feature&page=5', '?page=20', '?featured=true&limit=5']
  const { table, verdicts } = await measureReads(
    world,
    [
      { name: 'the page of news', isPage: true, requests: asMembers(['/info/news', '/info/news?category=Security']) },
      { name: 'the page of an article', isPage: true, requests: asMembers(slugs.map((slug) => `/news/${slug}`)) },
      { name: 'lists of news', requests: asMembers(lists.map((query) => `/api/news${query}`)) },
      { name: 'an article', requests: asMembers(slugs.map((slug) => `/api/news/${slug}`)) },
      { name: 'a search in news', requests: asMembers(['passkey', 'spoil year', 'article'].map(searchFor)) },
    ].map((read) => ({ ...read, limit: READ_MS })),
  )
  return {
    title: 'News',
    method: `${FIFTY_READERS} ${figure(count)} articles of 360 words. Members read, because visitors share cached pages and answers.`,
    tables: [table],
    verdicts,
  }
}

const searchFor = (words: string) => `/api/news?search=${encodeURIComponent(words)}`

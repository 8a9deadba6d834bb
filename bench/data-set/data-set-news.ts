import type { Shape } from '../options.ts'
import type { Step } from './data-set-tables.ts'

const MAX_ARTICLES = 10_000

/** Returns how many news posts a data set of this shape has. */
export const articlesOf = ({ reviews }: Shape): number => Math.min(MAX_ARTICLES, reviews)

/** Returns the slug of a news post; number 0 is the newest. */
export const articleSlug = (number: number): string => `article-${number}`

const WORDS = [
  ...['shelf', 'journal', 'feed', 'list', 'review', 'year', 'friend', 'session', 'timer', 'cover', 'platform', 'genre'],
  ...['spoiler', 'passkey', 'export', 'challenge', 'comment', 'message', 'search', 'profile', 'picture', 'theme'],
]

/** Returns the steps that write news posts of 360 words, one every hour, a tenth of them featured. */
export function newsSteps(shape: Shape): Step[] {
  const words = `(array['${WORDS.join("', '")}'])`
  const text = (salt: number, count: number) =>
    `(select string_agg(${words}[1 + floor(${WORDS.length} * bench.chance(n * 1000 + i, ${salt}))::integer], ' ')
      from generate_series(1, ${count}) i)`
  return [
    {
      what: 'news',
      sql: `insert into news_posts (slug, title, excerpt, content, content_html, word_count, category, badge, status,
          published_at, announced_at, created_at, updated_at)
        select 'article-' || n, 'Article ' || n || ' about ' || ${text(120, 5)}, ${text(121, 25)},
          words || E'\\n\\n' || words || E'\\n\\n' || words,
          '<p>' || words || '</p><p>' || words || '</p><p>' || words || '</p>', 360,
          (array['Product Update', 'Feature', 'Announcement', 'Security', 'Community'])[1 + n % 5],
          case when n % 10 = 0 then 'Featured' end, 'published', at, at, at, at
        from (
          select n, now() - (n + 1) * interval '1 hour' as at, ${text(122, 120)} as words
          from generate_series(0, ${articlesOf(shape)} - 1) n
        ) article`,
    },
    {
      what: 'addresses of news',
      sql: `insert into news_slugs (slug, post_id, created_at) select slug, id, created_at from news_posts`,
    },
  ]
}

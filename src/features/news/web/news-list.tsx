import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { networkTextOf } from '#web/call.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { NewsPost } from '../news.contract.ts'
import { NEWS_PAGE_SIZE } from '../news.endpoints.ts'
import { CATEGORIES } from '../news.rules.ts'
import { listFailure, NEWS_TEXTS } from '../news.texts.ts'
import { newsQuery } from './news.api.ts'
import { articleAddress, type NewsParams, newsAddress } from './news-address.ts'
import { NewsKind, NewsPicture } from './news-parts.tsx'
import { NewsSearch } from './news-search.tsx'

/** Loads the first page of the list; a failure is shown on the page. */
export const loadNews = (client: QueryClient, params: NewsParams): Promise<void> =>
  client.prefetchInfiniteQuery(newsQuery(params))

/** The list of news: category chips, search, the featured post, the others as rows, Load More (R-NEWS-03, R-NEWS-04). */
export function NewsList({ params }: { params: NewsParams }) {
  const { category, search } = params
  const navigate = useNavigate()
  const list = useInfiniteQuery(newsQuery(params))
  const posts = uniquePosts(list.data?.pages.flatMap((page) => page.posts) ?? [])
  // Typing is one step in the browser's history. The list changes below the controls, so the page does not scroll.
  const go = (changed: Partial<NewsParams>, replace = false) =>
    void navigate(newsAddress({ ...params, ...changed }), { replace, preventScrollReset: true })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-6">
        <Categories params={params} onChoose={(to) => go({ category: to })} />
        <div role="search" aria-label="News" className="w-full sm:w-auto">
          <NewsSearch search={search} onSearch={(typed) => go({ search: typed }, true)} />
        </div>
      </div>
      {posts.length > 0 ? (
        <FrontPage posts={posts} hasLead={search === ''} />
      ) : list.isPending ? (
        <NewsSkeleton />
      ) : list.isError ? (
        <ErrorState
          level={2}
          text={networkTextOf(list.error) ?? listFailure(list.error.message)}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <NoNews isFiltered={category !== null || search !== ''} />
      )}
      {list.hasNextPage && (
        <div className="grid justify-items-center gap-2 pt-6">
          {list.isFetchNextPageError && (
            <p className="text-13 text-danger" role="alert">
              {networkTextOf(list.error) ?? listFailure(list.error?.message ?? '')}
            </p>
          )}
          <Button
            kind="line"
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void list.fetchNextPage()}
          >
            Load More
          </Button>
        </div>
      )}
    </>
  )
}

/** While a reader loads more, a new post moves the others by one place. */
const uniquePosts = (posts: readonly NewsPost[]) => [...new Map(posts.map((post) => [post.id, post])).values()]

/** The featured post leads, otherwise the newest one; without a lead all posts are rows. */
function FrontPage({ posts, hasLead }: { posts: readonly NewsPost[]; hasLead: boolean }) {
  // Of the first page only, so that Load More does not replace it.
  const first = posts.slice(0, NEWS_PAGE_SIZE)
  const lead = hasLead ? (first.find(({ is_featured }) => is_featured) ?? first[0]) : undefined
  return (
    <>
      {lead && <Lead post={lead} />}
      <ul aria-label="News" className="news-rows">
        {posts
          .filter((post) => post !== lead)
          .map((post) => (
            <li key={post.id}>
              <Row post={post} />
            </li>
          ))}
      </ul>
    </>
  )
}

function Lead({ post }: { post: NewsPost }) {
  return (
    <article className={cx('news-lead', post.featured_image && 'news-lead-pictured')} aria-label={post.title}>
      {post.featured_image && <NewsPicture src={post.featured_image} sizes="(min-width: 900px) 560px, 100vw" isFirst />}
      <div className="grid content-start gap-3">
        <NewsKind post={post} />
        <h2 className="title text-28 md:text-40" dir="auto">
          <a href={articleAddress(post.slug)} className="news-link">
            {post.title}
          </a>
        </h2>
        {post.excerpt && (
          <p className="max-w-[60ch] text-16 leading-relaxed text-text-2 md:text-18" dir="auto">
            {post.excerpt}
          </p>
        )}
        {post.published_at && <Ago at={post.published_at} className="text-14 text-text-3" />}
      </div>
    </article>
  )
}

function Row({ post }: { post: NewsPost }) {
  return (
    <article className="news-row" aria-label={post.title}>
      <NewsKind post={post} />
      <div className="news-row-text">
        <h2 className="title text-18 leading-snug" dir="auto">
          <a href={articleAddress(post.slug)} className="news-link">
            {post.title}
          </a>
        </h2>
        {post.excerpt && (
          <p className="line-clamp-2 max-w-[64ch] text-15 leading-relaxed text-text-2" dir="auto">
            {post.excerpt}
          </p>
        )}
      </div>
      {post.published_at && <Ago at={post.published_at} className="news-row-time text-13 text-text-3" />}
    </article>
  )
}

/** R-NEWS-18, R-NEWS-19. */
function NoNews({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      level={2}
      title="Nothing found"
      text={NEWS_TEXTS.noMatch}
      link={{ href: '/info/news', label: 'Show all news' }}
    />
  ) : (
    <EmptyState level={2} title="No news" text={NEWS_TEXTS.none} link={{ href: '/all-games', label: 'Find a game' }} />
  )
}

function NewsSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="grid gap-2 border-t border-line py-5">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}

function Categories(props: { params: NewsParams; onChoose: (to: NewsParams['category']) => void }) {
  const { category, search } = props.params
  const choose = (to: NewsParams['category']) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onChoose(to)
  }
  return (
    <nav aria-label="Categories" className="flex flex-wrap gap-2">
      {([null, ...CATEGORIES] as const).map((each) => (
        <a
          key={each ?? 'All'}
          href={newsAddress({ category: each, search })}
          aria-current={each === category || undefined}
          className={cx('chip chip-btn chip-tall', each === category && 'on')}
          onClick={choose(each)}
        >
          {each ?? 'All'}
        </a>
      ))}
    </nav>
  )
}

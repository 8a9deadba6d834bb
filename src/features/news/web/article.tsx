import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { Ago } from '#web/ui/ago.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { useIsHydrated, useNow } from '#web/use-env.ts'
import type { NewsArticle } from '../news.contract.ts'
import { type NewsState, readingText, stateOf } from '../news.rules.ts'
import { NEWS_STATES } from '../news-editor.texts.ts'
import { ArticleText } from './article-text.tsx'
import { articleAddress, editAddress } from './news-address.ts'
import { NewsKind, NewsPicture } from './news-parts.tsx'

/** One news post as a page to read. Admins also see a post that visitors do not see yet, with a ribbon. */
export function Article({ post }: { post: NewsArticle }) {
  const path = articleAddress(post.slug)
  const state = stateNow(post, useNow())
  const isHydrated = useIsHydrated()
  return (
    <article className="article" aria-label={post.title}>
      <nav aria-label="Breadcrumb" className="text-13">
        <a href="/info/news" className="text-text-2 underline-offset-3 hover:underline">
          All news
        </a>
      </nav>
      {post.viewerCan.edit && <Ribbon post={post} />}
      <header className="grid gap-4">
        <NewsKind post={post} />
        <h1 className="title text-28 md:text-40" dir="auto">
          {post.title}
        </h1>
        {post.excerpt && (
          <p className="text-18 leading-relaxed text-text-2" dir="auto">
            {post.excerpt}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-text-3">
          {post.author && (
            <a href={`/profile/${post.author.id}`} className="font-[650] text-text underline-offset-3 hover:underline">
              {memberName(post.author)}
            </a>
          )}
          {post.published_at && <Ago at={post.published_at} />}
          <span>{readingText(post.reading_minutes)}</span>
          {state === 'published' && (
            <ShareButton title={post.title} path={path} className="ml-auto" disabled={!isHydrated} />
          )}
        </p>
      </header>
      {post.featured_image && (
        <NewsPicture
          src={post.featured_image}
          sizes="(min-width: 900px) 860px, 100vw"
          isFirst
          className="article-wide"
        />
      )}
      <ArticleText html={post.content_html} />
      {(post.previous || post.next) && (
        <nav aria-label="More news" className="grid gap-x-8 pt-4 sm:grid-cols-2">
          {post.previous && <Neighbour side="Previous" {...post.previous} />}
          {post.next && <Neighbour side="Next" {...post.next} />}
        </nav>
      )}
    </article>
  )
}

function Neighbour({ side, slug, title }: { side: 'Previous' | 'Next'; slug: string; title: string }) {
  return (
    <a href={articleAddress(slug)} rel={side === 'Previous' ? 'prev' : 'next'} className="article-neighbour">
      <span className="fact flex items-center gap-1.5">
        {side === 'Previous' && <Icon name="left" />}
        {side}
        {side === 'Next' && <Icon name="right" />}
      </span>
      <b className="title text-18 leading-snug" dir="auto">
        {title}
      </b>
    </a>
  )
}

const stateNow = ({ status, published_at }: NewsArticle, now: Date): NewsState =>
  stateOf({ status, published_at: published_at === null ? null : new Date(published_at) }, now)

/** Says who sees the post, for admins. */
function Ribbon({ post }: { post: NewsArticle }) {
  const at = post.published_at === null ? null : new Date(post.published_at)
  const state = stateNow(post, useNow())
  return (
    <aside aria-label="For admins" className="article-ribbon" data-state={state}>
      <span className="flex min-w-0 items-center gap-2">
        <Icon name={state === 'published' ? 'eye' : 'eye-off'} />
        {sentenceOf(state, at)}
      </span>
      <ButtonLink kind="line" icon="pen" href={editAddress(post.id)}>
        Edit
      </ButtonLink>
    </aside>
  )
}

function sentenceOf(state: NewsState, at: Date | null): string {
  if (state === 'scheduled' && at) return NEWS_STATES.scheduled(fullDate(at), at.toISOString().slice(11, 16))
  if (state === 'draft') return NEWS_STATES.draft
  return state === 'archived' ? NEWS_STATES.archived : NEWS_STATES.published
}

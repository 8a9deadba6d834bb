import { useSuspenseQuery } from '@tanstack/react-query'
import { redirect, useParams } from 'react-router'
import type { NewsArticle } from '#features/news/news.contract.ts'
import { getNewsPicture } from '#features/news/news.endpoints.ts'
import { NEWS_ATOM } from '#features/news/news.rules.ts'
import { Article } from '#features/news/web/article.tsx'
import { articleQuery } from '#features/news/web/news.api.ts'
import { articleAddress } from '#features/news/web/news-address.ts'
import { pathOf, searchOf } from '#shared/endpoint.ts'
import { oneLineOf } from '#shared/plain-text.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { useEnv } from '#web/use-env.ts'

export async function load({ client, params }: LoadContext) {
  const asked = params.slug
  // The short address of the list.
  if (asked === undefined) throw redirect('/info/news', 308)
  const post = await client.ensureQueryData({ ...articleQuery(asked), revalidateIfStale: true })
  if (post.slug === asked) return
  client.setQueryData(articleQuery(post.slug).queryKey, post)
  // A temporary redirect: an earlier slug may become the current one again, and browsers would cache a permanent one.
  throw redirect(articleAddress(post.slug))
}

/** One news post (R-ROUTE-28). */
export function Page() {
  const { productName, origin } = useEnv()
  const { data: post } = useSuspenseQuery(articleQuery(useParams().slug ?? ''))
  const isVisible = post.status === 'published'
  return (
    <div className="page pt-(--page-top) pb-12">
      <Head
        title={post.title}
        description={shorten(post.excerpt || oneLineOf(post.content_html) || post.title, 200)}
        path={articleAddress(post.slug)}
        type="article"
        isIndexed={isVisible}
        // A picture of its own for each version, because sites store previews by address.
        {...(post.featured_image ? { image: post.featured_image } : isVisible && { preview: pictureOf(post) })}
      />
      {post.published_at && <meta property="article:published_time" content={post.published_at} />}
      <meta property="article:section" content={post.category} />
      <link rel="alternate" type="application/atom+xml" title={`News · ${productName}`} href={origin + NEWS_ATOM} />
      <Article key={post.id} post={post} />
    </div>
  )
}

const pictureOf = ({ id, updated_at }: NewsArticle): string =>
  `${pathOf(getNewsPicture.path, { idOrSlug: id })}${searchOf({ v: updated_at })}`

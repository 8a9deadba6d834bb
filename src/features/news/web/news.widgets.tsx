import { useQuery } from '@tanstack/react-query'
import { cx } from '#web/ui/class-names.ts'
import { Section } from '#web/ui/section.tsx'
import { featuredNewsQuery } from './news.api.ts'
import { articleAddress } from './news-address.ts'
import { NewsTime } from './news-parts.tsx'

/** The featured news (R-NEWS-12), in a row or in a narrow column. Renders nothing if there are none. */
export function FeaturedNews({ className, isColumn = false }: { className?: string; isColumn?: boolean }) {
  const { data: posts = [] } = useQuery(featuredNewsQuery())
  if (posts.length === 0) return null
  return (
    <Section title="News" more={{ href: '/info/news', label: 'All' }} {...(className && { className })}>
      <ul aria-label="Featured news" className={cx('news-strip', isColumn && 'news-strip-column')}>
        {posts.map((post) => (
          <li key={post.id}>
            <span className="fact">{post.category}</span>
            <h3 className="text-15 leading-snug font-[650] wrap-anywhere" dir="auto">
              <a href={articleAddress(post.slug)} className="news-link">
                {post.title}
              </a>
            </h3>
            {post.published_at && <NewsTime at={post.published_at} className="text-13 text-text-3" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

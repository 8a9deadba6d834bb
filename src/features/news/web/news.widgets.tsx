import { useQuery } from '@tanstack/react-query'
import { Ago } from '#web/ui/ago.tsx'
import { Section } from '#web/ui/section.tsx'
import { featuredNewsQuery } from './news.api.ts'
import { articleAddress } from './news-address.ts'

/** The featured news (R-NEWS-12) in a row, at most `most` of them. Renders nothing if there are none. */
export function FeaturedNews({ most }: { most?: number }) {
  const posts = useQuery(featuredNewsQuery()).data?.slice(0, most) ?? []
  if (posts.length === 0) return null
  return (
    <Section title="News" more={{ href: '/info/news', label: 'All' }}>
      <ul aria-label="Featured news" className="news-strip">
        {posts.map((post) => (
          <li key={post.id}>
            <span className="fact">{post.category}</span>
            <h3 className="text-15 leading-snug font-[650] wrap-anywhere" dir="auto">
              <a href={articleAddress(post.slug)} className="news-link">
                {post.title}
              </a>
            </h3>
            {post.published_at && <Ago at={post.published_at} className="text-13 text-text-3" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

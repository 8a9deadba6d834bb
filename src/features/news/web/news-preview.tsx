import { useQuery } from '@tanstack/react-query'
import { networkTextOf } from '#web/call.ts'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { readingText } from '../news.rules.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { ArticleText } from './article-text.tsx'
import { previewQuery } from './news.api.ts'
import type { Fields } from './news-fields.ts'
import { NewsKind, NewsPicture } from './news-parts.tsx'
import { useShownPicture } from './use-shown-picture.ts'

/** The preview follows the text after this pause in typing. */
const REST_MS = 400

/** The post as readers will see it, rendered by the server as it will be stored. */
export function NewsPreview({ fields }: { fields: Fields }) {
  const content = useDebouncedValue(fields.content, REST_MS)
  const { data, error } = useQuery({ ...previewQuery(content), enabled: content.trim() !== '' })
  const picture = useShownPicture(fields.featured_image)
  const isEmpty = content.trim() === ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section aria-label="Preview" tabIndex={0} className="news-preview grid content-start gap-6">
      <header className="grid gap-3">
        {fields.category !== '' && (
          <NewsKind post={{ category: fields.category, badge: fields.badge.trim() || null }} />
        )}
        <p className="title text-28 wrap-anywhere" dir="auto">
          {fields.title.trim() || 'Title'}
        </p>
        {fields.excerpt.trim() && (
          <p className="text-18 leading-relaxed text-text-2 wrap-anywhere" dir="auto">
            {fields.excerpt}
          </p>
        )}
        {data && !isEmpty && <p className="text-14 text-text-3">{readingText(data.reading_minutes)}</p>}
      </header>
      {picture && <NewsPicture key={picture} src={picture} sizes="50vw" />}
      {error && !isEmpty && (
        <p role="alert" className="text-14 text-danger">
          {networkTextOf(error) ?? error.message}
        </p>
      )}
      {isEmpty ? (
        <p className="text-15 text-text-3">{NEWS_EDITOR_TEXTS.previewEmpty}</p>
      ) : (
        data && <ArticleText html={data.content_html} />
      )}
    </section>
  )
}

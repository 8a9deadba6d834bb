import { renderArticle } from '#server/markdown.ts'
import { refuse } from '#shared/refusal.ts'
import { HTML_MAX } from '../../news.rules.ts'
import { NEWS_TEXTS } from '../../news.texts.ts'
import { newsPicture } from './news-pictures.ts'

/**
 * Renders the Markdown of a post, for the preview and for storage alike. Refuses a text whose HTML is too large, such as
 * one of thousands of table cells. The secret signs the addresses of pictures.
 */
export function renderNews(secret: string, content: string): { content_html: string; word_count: number } {
  const article = renderArticle(content, (address) => newsPicture(secret, address), HTML_MAX)
  if (!article)
    refuse('invalid', 'validation_failed', NEWS_TEXTS.htmlTooLarge, { details: { content: NEWS_TEXTS.htmlTooLarge } })
  return { content_html: article.html, word_count: article.words }
}

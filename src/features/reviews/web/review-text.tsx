import { cx } from '#web/ui/class-names.ts'

/**
 * Renders the HTML of a review in the writing direction of its text. This is safe, because the server has sanitised
 * `review_text`: it contains only formatting tags without attributes (R-REV-21). Never pass `source_text`, the raw text
 * as its author typed it.
 */
export function ReviewText({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={cx('rich-text', className)}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

import { cx } from '#web/ui/class-names.ts'

/**
 * Renders the text of a review, in its own writing direction. This is safe: the API's `review_text` is HTML that the
 * server has sanitised when the review was written, with nothing but formatting tags without attributes (R-REV-21).
 * Never pass it `source_text`, which is what the author typed.
 */
export function ReviewText({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={cx('review-text', className)}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

import { copyText } from '#web/copy.ts'
import { toast } from '#web/ui/toasts.ts'
import { REVIEW_TEXTS } from '../reviews.texts.ts'

/**
 * Shares the address of a review with the system's share sheet, or copies it if there is none or it fails. A member who
 * closes the sheet sees no toast (R-REV-14 to R-REV-17).
 */
export async function shareReview(title: string, path: string): Promise<void> {
  const url = location.origin + path
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url })
      toast({ title: REVIEW_TEXTS.shared })
      return
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return
  }
  await copyText(url, { title: REVIEW_TEXTS.copied }, { title: REVIEW_TEXTS.shareFailed, tone: 'danger' })
}

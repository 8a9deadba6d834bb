import { foldSentence } from '#features/spoilers/spoilers.texts.ts'
import { memberName } from '#shared/member-name.ts'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { type Absence, pageOfPost } from '../forum.rules.ts'
import type { ForumPost, Quote } from '../forum-shapes.schemas.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { postAddress } from './forum-address.ts'

const ABSENT: Record<Absence, string> = {
  deleted: THREAD_TEXTS.quotedDeleted,
  hidden: THREAD_TEXTS.quotedHidden,
}

/** Why a post has no text, in one line. */
export const absenceText = (absence: Absence): string => ABSENT[absence]

/** The quoted post as it is now, which links to it. */
export function QuoteLine({ post, quote }: { post: ForumPost; quote: Quote }) {
  const page = pageOfPost(quote.number, POSTS_PAGE_SIZE)
  const words =
    quote.absence !== null ? absenceText(quote.absence) : quote.fold ? foldSentence(quote.fold) : quote.excerpt
  return (
    <blockquote className="forum-quote">
      <a
        href={postAddress(post.thread_id, page, quote.id)}
        className="font-[650] text-text underline-offset-3 hover:underline"
      >
        <bdi>{memberName(quote.author)}</bdi> <span className="num font-normal text-text-3">#{quote.number}</span>
      </a>
      <p className="line-clamp-3 wrap-anywhere" dir="auto">
        {words}
      </p>
    </blockquote>
  )
}

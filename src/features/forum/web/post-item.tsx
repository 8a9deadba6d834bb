import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Hold } from '#features/moderation/moderation.schemas.ts'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { type SubjectKind, subjectRef } from '#shared/subject.ts'
import { AppealHere } from '#web/appeal.tsx'
import { copyLink } from '#web/copy.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ReportHere } from '#web/report.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { cx } from '#web/ui/class-names.ts'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { pageOfPost } from '../forum.rules.ts'
import { POST } from '../forum.subject.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { type Liked, revealPost } from './forum.api.ts'
import { postAddress, postAnchor } from './forum-address.ts'
import { type Author, AuthorFace, AuthorName, ForumText, RoleMark } from './forum-parts.tsx'
import { LikeButton } from './like-button.tsx'
import { absenceText, QuoteLine } from './quote-line.tsx'

const EditPost = lazyLoaded(() => import('./edit-text.tsx'), 'EditPost')
const DeletePostDialog = lazyLoaded(() => import('./forum-dialogs.tsx'), 'DeletePostDialog')
const PostVersionsDialog = lazyLoaded(() => import('./versions-dialog.tsx'), 'PostVersionsDialog')

/** Shows one post: the face in a column of its own, the words, and its actions. The viewer's own look like the others. */
export function PostItem(props: {
  post: ForumPost
  thread: ForumThread
  /** The address names this post. */
  isTarget: boolean
  /** Null for a reader who cannot write here. */
  onQuote: ((post: ForumPost) => void) | null
}) {
  const { post, thread } = props
  const [open, setOpen] = useState<'edit' | 'delete' | 'versions' | 'report' | null>(null)
  const article = useRef<HTMLElement>(null)
  const close = () => setOpen(null)
  // The field that had the focus disappears.
  const closeEdit = () => {
    article.current?.focus({ preventScroll: true })
    close()
  }
  const name = memberName(post.author)
  const isAbsent = post.absence !== null && post.html === ''
  return (
    <article
      ref={article}
      id={postAnchor(post.id)}
      tabIndex={-1}
      aria-labelledby={`${postAnchor(post.id)}-by`}
      data-number={post.number}
      className={cx('forum-post', props.isTarget && 'forum-post-target')}
    >
      <AuthorFace author={post.author} size={44} />
      <div className="grid min-w-0 gap-2">
        <PostHead post={post} />
        {isAbsent ? (
          <p className="text-14 text-text-2">{absenceText(post.absence ?? 'deleted')}</p>
        ) : open === 'edit' ? (
          <Suspense>
            <EditPost post={post} thread={thread} onClose={closeEdit} />
          </Suspense>
        ) : (
          <PostBody post={post} onQuote={props.onQuote} onOpen={setOpen} />
        )}
      </div>
      {open !== null && (
        <Suspense>
          {open === 'delete' && <DeletePostDialog post={post} onClose={close} />}
          {open === 'versions' && <PostVersionsDialog post={post} onClose={close} />}
        </Suspense>
      )}
      <ReportHere
        request={open === 'report' ? { subject: subjectRef(POST, post.id), name: `the post by ${name}` } : null}
        onClose={close}
      />
    </article>
  )
}

function PostHead({ post }: { post: ForumPost }) {
  return (
    <header className="flex items-baseline gap-2.5">
      <div className="forum-post-head min-w-0 flex-1">
        <h3 id={`${postAnchor(post.id)}-by`} className="text-15">
          <AuthorName author={post.author} />
          <span className="visually-hidden">, post {post.number}</span>
        </h3>
        <RoleMark role={post.author.role} />
        <Ago at={post.created_at} className="text-text-3" />
        {post.edited_at && <span title={`Edited on ${fullDate(new Date(post.edited_at))}`}>edited</span>}
        {post.spoils_to !== null && post.spoils_to > 0 && !post.fold && <span>{markSentence(post.spoils_to)}</span>}
      </div>
      <a
        href={addressOf(post)}
        className="num min-h-6 min-w-6 text-right text-13 text-text-3 underline-offset-3 hover:underline"
        aria-label={`Link to post ${post.number}`}
      >
        #{post.number}
      </a>
    </header>
  )
}

function PostBody(props: {
  post: ForumPost
  onQuote: ((post: ForumPost) => void) | null
  onOpen: (dialog: 'edit' | 'delete' | 'versions' | 'report') => void
}) {
  const { post } = props
  const client = useQueryClient()
  return (
    <>
      {post.quote && <QuoteLine post={post} quote={post.quote} />}
      {post.is_held && <HeldNote author={post.author} hold={post.hold} kind={POST} id={post.id} />}
      {post.absence === 'hidden' && (
        <HiddenNote>
          <AppealHere kind={POST} id={post.id} />
        </HiddenNote>
      )}
      {post.fold ? (
        <Fold fold={post.fold} reveal={() => revealPost(client, post.id)}>
          {(html) => <ForumText html={html} />}
        </Fold>
      ) : (
        <ForumText html={post.html} />
      )}
      <div className="react" role="group" aria-label="Actions">
        <LikeButton item={likedOf(post)} canLike={post.viewerCan.like} />
        {props.onQuote && !post.is_held && post.absence === null && (
          <button type="button" className="react-btn" onClick={() => props.onQuote?.(post)}>
            <Icon name="chat" />
            Quote<span className="visually-hidden"> {memberName(post.author)}</span>
          </button>
        )}
        <PostMenu post={post} onOpen={props.onOpen} />
      </div>
    </>
  )
}

const addressOf = (post: ForumPost) => postAddress(post.thread_id, pageOfPost(post.number, POSTS_PAGE_SIZE), post.id)

const likedOf = ({ id, thread_id, is_liked, likes_count }: ForumPost): Liked => ({
  type: 'post',
  id,
  threadId: thread_id,
  is_liked,
  likes_count,
})

function PostMenu(props: { post: ForumPost; onOpen: (what: 'edit' | 'delete' | 'versions' | 'report') => void }) {
  const { post, onOpen } = props
  const asMember = useMembersOnly()
  const isVisitor = useViewer() === null
  // A visitor signs in first (C12).
  const mayReport = post.viewerCan.report || (isVisitor && post.absence === null)
  const report = () => onOpen('report')
  const items: MenuItem[] = [
    { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(`/forum/post/${post.id}`) },
  ]
  if (post.viewerCan.edit) items.push({ label: 'Edit', icon: 'pen', onSelect: () => onOpen('edit') })
  if (post.viewerCan.seeVersions && post.edited_at)
    items.push({ label: 'Earlier versions', icon: 'clock', onSelect: () => onOpen('versions') })
  if (mayReport)
    items.push({ label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) })
  if (post.viewerCan.delete)
    items.push({ label: 'Delete', icon: 'trash', danger: true, onSelect: () => onOpen('delete') })
  return (
    <MenuButton label={`More about post ${post.number}`} tip="More" className="react-btn" align="end" items={items}>
      <Icon name="dots" />
    </MenuButton>
  )
}

/** Says to the author and moderators that the others do not see the text, and leads moderators to the decision. */
export function HeldNote({ author, hold, kind, id }: { author: Author; hold: Hold; kind: SubjectKind; id: string }) {
  const viewer = useViewer()
  if (viewer?.id === author.id)
    return hold === null ? (
      <WaitingNote text={FORUM_TEXTS.held} />
    ) : (
      <HoldNote hold={hold}>
        <AppealHere kind={kind} id={id} />
      </HoldNote>
    )
  if (hold?.state === 'declined') return <WaitingNote text={FORUM_TEXTS.declinedOfAnother} />
  return (
    <WaitingNote text={FORUM_TEXTS.heldOfAnother}>
      {' '}
      <a href="/admin/held" className="font-[550] text-text underline underline-offset-3">
        Decide
      </a>
    </WaitingNote>
  )
}

function WaitingNote({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <p className="flex items-center gap-1.5 text-13 text-text-2">
      <Icon name="clock" />
      <span>
        {text}
        {children}
      </span>
    </p>
  )
}

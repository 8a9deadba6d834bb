import type { ReactNode } from 'react'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import type { ForumPost } from '../forum-shapes.schemas.ts'

export type Author = ForumPost['author']

/** Links to the author's profile, unless the account is deleted. */
export function AuthorName({ author, className }: { author: Author; className?: string }) {
  const { id, ...names } = author
  const name = <bdi>{memberName(author)}</bdi>
  if (id === null) return <b className={cx('wrap-anywhere', className)}>{name}</b>
  return (
    <MemberLink
      member={{ ...names, id }}
      className={cx('font-[650] wrap-anywhere text-text underline-offset-3 hover:underline', className)}
    >
      {name}
    </MemberLink>
  )
}

export function AuthorFace({ author, size }: { author: Author; size: 24 | 36 | 44 }) {
  const { id, ...names } = author
  const face = <Avatar id={id ?? 'nobody'} name={memberName(author)} src={author.avatar_url} size={size} />
  if (id === null) return face
  return (
    <MemberLink member={{ ...names, id }} isRepeated className="self-start">
      {face}
    </MemberLink>
  )
}

/** Marks the words of those who look after the forum. */
export function RoleMark({ role }: { role: Author['role'] }) {
  if (role === 'user') return null
  return <span className="fact text-text-2">{role === 'admin' ? 'Admin' : 'Moderator'}</span>
}

/**
 * Renders the HTML of a text in its writing direction. This is safe, because the server has sanitised it. Never pass
 * `source_text`, the raw text as its author typed it.
 */
export function ForumText({ html }: { html: string }) {
  return (
    <div
      className="rich-text forum-text"
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** The way back: Forum, and the category of a thread. */
export function Breadcrumb({ children }: { children?: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-x-2 text-13 text-text-2">
      <a href="/forum" className="tap underline-offset-3 hover:underline">
        Forum
      </a>
      {children}
    </nav>
  )
}

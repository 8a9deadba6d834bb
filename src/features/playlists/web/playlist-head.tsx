import type { ReactNode } from 'react'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { gamesText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ReadMore } from '#web/ui/truncate.tsx'
import type { PlaylistSummary } from '../playlists.contract.ts'
import { PLAYLIST_PAGE_TEXTS } from '../playlists.texts.ts'
import { categoryHref, PlaylistDate, PlaylistPicture, TypeLabel } from './playlist-parts.tsx'

/** Longer titles are smaller, so that they do not fill a phone's screen. */
const LONG_TITLE = 32
const VERY_LONG_TITLE = 70
/** The length of a description that shows without 'Read More'. */
const LONG_DESCRIPTION = 420

/**
 * Renders the head of a playlist's page in the colours of its admin: type, date, title, description, creator, tags and
 * picture (G34). The element around it has the colours (`colorsOf`) and the class `playlist`. `isJoined`: the viewer has
 * a game of it in the library. The children are its progress and its actions.
 */
export function PlaylistHead(props: { playlist: PlaylistSummary; isJoined?: boolean; children?: ReactNode }) {
  const { playlist } = props
  const { title, type, description, creator, coverUrl } = playlist
  return (
    <header className="pl-head">
      {!playlist.isPublished && (
        <p className="pl-draft">
          <span>
            <Icon name="eye-off" />
            Draft
          </span>
          {PLAYLIST_PAGE_TEXTS.onlyAdmins}
        </p>
      )}
      <div className="page pl-head-in">
        <div className="pl-head-words">
          <p className="fact pl-facts">
            <a href={categoryHref(type)} className="underline-offset-3 hover:underline">
              <TypeLabel type={type} />
            </a>
            <span className="num">{gamesText(playlist.games_count)}</span>
            <PlaylistDate playlist={playlist} isJoined={props.isJoined ?? false} />
          </p>
          <h1
            className={cx(
              'game-title wrap-anywhere',
              title.length > VERY_LONG_TITLE
                ? 'pl-title-very-long'
                : (title.length > LONG_TITLE || /\S{13}/.test(title)) && 'game-title-long',
            )}
            dir="auto"
          >
            {title}
          </h1>
          {description !== '' && <ReadMore text={description} limit={LONG_DESCRIPTION} className="pl-description" />}
          {creator && <Creator creator={creator} />}
          {playlist.metadata.tags.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label="Tags">
              {playlist.metadata.tags.map((tag) => (
                <li key={tag} className="pl-tag" dir="auto">
                  {tag}
                </li>
              ))}
            </ul>
          )}
          {props.children}
        </div>
        {coverUrl && <PlaylistPicture key={coverUrl} url={coverUrl} className="pl-picture" eager />}
      </div>
    </header>
  )
}

function Creator({ creator }: { creator: NonNullable<PlaylistSummary['creator']> }) {
  return (
    <p className="flex items-center gap-2.5">
      <MemberLink member={creator} isRepeated>
        <Avatar id={creator.id} name={memberName(creator)} src={creator.avatar_url} size={36} />
      </MemberLink>
      <span className="min-w-0 wrap-anywhere">
        Curated by{' '}
        <MemberLink member={creator} className="font-[650] underline-offset-3 hover:underline">
          {memberName(creator)}
        </MemberLink>
      </span>
    </p>
  )
}

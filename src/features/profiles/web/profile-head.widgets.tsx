import type { ReactNode } from 'react'
import { numberText, plural } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { SlotContent } from '#web/slots.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { type FigureItem, Figures } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import { isNewcomers, type ProfileTab } from '../profile-tabs.rules.ts'
import type { Profile } from '../profiles.contract.ts'
import { streakText, websiteOf } from '../profiles.rules.ts'
import { FIGURE_NAMES, VERIFIED_LINK } from '../profiles.texts.ts'
import { presenceText } from './presence-text.ts'
import { profileBadges } from './profiles.slots.ts'

/** A word that would be broken at the full font size. */
const LONG_WORD = /\S{24}/

/** The layout of the header card, which its skeleton shares. */
export const HEAD = {
  grid: (isCompact: boolean) =>
    cx(
      'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)_auto]',
      isCompact
        ? 'max-md:gap-x-3 max-md:pt-3 max-md:pb-1 md:gap-x-5 md:pt-(--page-top) md:pb-4'
        : 'max-md:py-6 md:gap-x-7 md:pt-12 md:pb-8',
    ),
  avatar: (isCompact: boolean) => (isCompact ? '[--z:72px]! max-md:[--z:36px]!' : 'max-md:[--z:72px]!'),
  name: (isCompact: boolean, name: string) =>
    cx(
      'title',
      isCompact ? 'max-md:truncate max-md:text-18' : LONG_WORD.test(name) ? 'text-22' : 'text-28',
      isCompact || LONG_WORD.test(name) ? 'md:text-28' : 'md:text-40',
    ),
  actions: 'no-print flex flex-wrap items-start gap-2 max-lg:order-last max-lg:col-span-full lg:justify-end',
} as const

/** The space above the content of a tab. On phones the tabs of the library follow at once, so that its first covers are in view. */
export const TAB_CONTENT = (tab: ProfileTab) => (tab === 'games' ? 'md:pt-8' : 'pt-6 md:pt-8')

/**
 * The header card: names, level and badges, actions (`actions`), and the statistics (R-PROF-05..19), which a page may
 * replace.
 */
export function ProfileHead(props: {
  profile: Profile
  actions: ReactNode
  figures?: ReactNode
  /** The address of all badges; by default that of another member's profile. */
  badgesHref?: string | undefined
  /** The card shows only the names, so that the page's own content appears sooner; on phones without the facts. */
  isCompact?: boolean
}) {
  const { profile, actions, badgesHref, isCompact = false } = props
  const whole = isCompact ? 'max-md:hidden' : undefined
  const now = useNow()
  const name = memberName(profile)
  const words = presenceText(profile, now)
  const facts = [
    profile.username && `@${profile.username}`,
    profile.pronouns,
    profile.location,
    `Since ${new Date(profile.created_at).getUTCFullYear()}`,
  ].filter(Boolean)
  return (
    <>
      <header className={HEAD.grid(isCompact)}>
        <div className={cx('self-start', !isCompact && 'md:row-span-2')}>
          <Avatar
            id={profile.id}
            name={name}
            src={profile.avatar_url}
            size={128}
            presence={profile.presence?.status}
            className={HEAD.avatar(isCompact)}
          />
        </div>
        <div className="min-w-0 self-center">
          <p className={cx('fact num pb-1 break-words', whole)}>{facts.join(' · ')}</p>
          <h1 className={HEAD.name(isCompact, name)}>{name}</h1>
          {words && (
            <p className={cx('flex items-center gap-1.5 pt-1.5 text-13 text-text-2', whole)}>
              <Presence game={profile.presence?.currentGame} words={words} />
            </p>
          )}
        </div>
        <div className={cx(HEAD.actions, !isCompact && 'lg:row-span-2', whole)}>{actions}</div>
        {!isCompact && <About profile={profile} badgesHref={badgesHref} />}
      </header>
      {/* A page's own statistics stay, on phones in one line. */}
      {props.figures ? (
        <div className={isCompact ? 'figs-line' : undefined}>{props.figures}</div>
      ) : (
        !isCompact && <HeadFigures profile={profile} />
      )}
    </>
  )
}

function Count({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    <span className="num whitespace-nowrap">
      <b className="font-[650] text-text">{numberText(count)}</b> {plural(count, one, many)}
    </span>
  )
}

/** Both documented completions are shown, each with its own label: this one is played against backlog (C25). */
function HeadFigures({ profile }: { profile: Profile }) {
  const { stats, totalHours, streak } = profile
  const items: FigureItem[] = []
  // The page has one empty state in place of a row of zeros.
  if (isNewcomers(profile)) return <hr className="border-line" />
  if (stats) {
    items.push([FIGURE_NAMES.played, numberText(stats.total_played)])
    items.push([FIGURE_NAMES.playedThisYear, numberText(stats.played_this_year)])
    items.push([FIGURE_NAMES.backlog, numberText(stats.backlog)])
    items.push([
      FIGURE_NAMES.completion,
      <span key="completion" data-tip="played vs. backlog">
        {stats.completion} %
      </span>,
    ])
  }
  if (totalHours !== null)
    items.push([
      'Total time',
      <span key="time" data-tip={durationText(totalHours * 60)}>
        {totalHours < 100 ? durationText(totalHours * 60) : `${numberText(Math.round(totalHours))}h`}
      </span>,
    ])
  if (streak > 0) items.push(['Day streak', streakText(streak)])
  return items.length === 0 ? <hr className="border-line" /> : <Figures items={items} />
}

function About({ profile, badgesHref }: { profile: Profile; badgesHref: string | undefined }) {
  return (
    <div className="col-span-full min-w-0 md:col-span-1 md:col-start-2">
      {profile.pinned_line && (
        <p className="max-w-[64ch] pb-1 text-16 font-[650] break-words text-text">{profile.pinned_line}</p>
      )}
      {profile.bio && (
        <p className="max-w-[64ch] text-16 leading-relaxed break-words whitespace-pre-line text-text-2">
          {profile.bio}
        </p>
      )}
      {profile.links.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-13 text-text-2">
          {profile.links.map((link) => (
            <ProfileLink key={link.address} {...link} />
          ))}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-13 text-text-2">
        <Count count={profile.followersCount} one="follower" many="followers" />
        <Count count={profile.followingCount} one="following" many="following" />
        {profile.friendsCount !== null && <Count count={profile.friendsCount} one="friend" many="friends" />}
      </p>
      {profile.stats && <Level stats={profile.stats} />}
      <SlotContent slot={profileBadges} profile={profile} {...(badgesHref && { href: badgesHref })} />
    </div>
  )
}

function ProfileLink({ address, is_verified }: Profile['links'][number]) {
  const link = websiteOf(address)
  if (!link) return null
  return (
    <a
      className="inline-flex min-w-0 max-w-full items-center gap-1.5 underline underline-offset-3 hover:text-text"
      href={link.href}
      rel="nofollow noopener me"
      {...(is_verified && { 'data-tip': VERIFIED_LINK })}
    >
      <Icon name={is_verified ? 'check' : 'link'} {...(is_verified && { className: 'text-good' })} />
      <span className="truncate">{link.text}</span>
      {is_verified && <span className="sr-only">({VERIFIED_LINK})</span>}
    </a>
  )
}

function Level({ stats }: { stats: NonNullable<Profile['stats']> }) {
  return (
    <ul className="flex flex-wrap gap-1.5 pt-3.5" aria-label="Level and badges">
      <li>
        <Chip>
          <b>Level {stats.level}</b> {stats.title}
        </Chip>
      </li>
      {stats.badges.map((badge) => (
        <li key={badge}>
          <Chip edge>{badge}</Chip>
        </li>
      ))}
    </ul>
  )
}

function Presence(props: { game: NonNullable<Profile['presence']>['currentGame'] | undefined; words: string }) {
  const { game, words } = props
  return game ? (
    <>
      Playing{' '}
      <a className="min-w-0 wrap-anywhere text-text underline-offset-3 hover:underline" href={`/game/${game.id}`}>
        {game.name}
      </a>
    </>
  ) : (
    words
  )
}

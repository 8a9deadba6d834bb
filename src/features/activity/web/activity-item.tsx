import { type ReactNode, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { hoursText } from '#features/library/library.rules.ts'
import { MUTE_ENTRIES } from '#features/mutes/mute-entries.texts.ts'
import { askToMute } from '#features/mutes/web/mute-requests.api.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { EmbeddedReview } from '#features/reviews/web/reviews.widgets.tsx'
import { plural } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { AppealHere } from '#web/appeal.tsx'
import { copyLink } from '#web/copy.ts'
import { usePinEntry } from '#web/pinning.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import type { Activity } from '../activity.contract.ts'
import {
  activitiesOf,
  type FeedItem,
  feedKindOf,
  isAboutGame,
  MARKS,
  ownTextOf,
  progressOf,
  sentenceOf,
} from '../activity.rules.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { activityPath } from '../address.rules.ts'
import { ActivityFooter } from './activity-footer.tsx'

interface ItemProps {
  item: FeedItem
  onDelete: (activities: readonly Activity[]) => void
  onReport: (activity: Activity) => void
  className?: string | undefined
}

type Acts = Pick<ItemProps, 'onDelete' | 'onReport'>

/** The layout of FeedSkeleton. */
const ITEM = 'grid gap-x-3 border-line border-t py-4.5 first:border-t-0 first:pt-1 md:gap-x-3.5 md:py-5.5 md:first:pt-1'
const BESIDE_POSTER = 'grid-cols-[36px_minmax(0,1fr)_64px] grid-rows-[auto_1fr] md:grid-cols-[40px_minmax(0,1fr)_84px]'
const ALONE = 'grid-cols-[36px_minmax(0,1fr)] md:grid-cols-[40px_minmax(0,1fr)]'

/** Shows one item of a feed: a row with a poster, or a fan of posters for consecutive marks. */
export function ActivityItem(props: ItemProps) {
  const { item } = props
  return item.kind === 'marks' ? <Marks {...props} item={item} /> : <Row {...props} item={item} />
}

/** Shows an activity on its own page, with the whole discussion below it. */
export function WholeActivity(props: ItemProps) {
  const { item } = props
  return item.kind === 'one' && <Row {...props} item={item} isWhole />
}

type RowProps = ItemProps & { item: Exclude<FeedItem, { kind: 'marks' }>; isWhole?: boolean }

function Row({ item, isWhole = false, className, ...acts }: RowProps) {
  const activity = item.kind === 'one' ? item.activity : item.latest
  const before = item.kind === 'run' ? item.activities.at(-1) : undefined
  return (
    <li className={cx(ITEM, activity.game ? BESIDE_POSTER : ALONE, className)}>
      <Actor activity={activity} />
      <div className="min-w-0">
        <Line activity={activity} of={activitiesOf(item)} {...acts} />
        {isAboutGame(activity.type) && <GameName activity={activity} />}
        <Facts activity={activity} before={before} />
        <Words activity={activity} />
        {activity.review && <EmbeddedReview review={activity.review} />}
      </div>
      {/* On phones it has the width of text and poster, because comments beside a poster are narrow. */}
      <div
        id={isWhole ? 'comments' : undefined}
        className={cx('col-start-2 min-w-0 scroll-mt-20', activity.game && 'row-start-2 max-md:col-end-4')}
      >
        <ActivityFooter activities={activitiesOf(item)} variant={isWhole ? 'thread' : 'card'} />
      </div>
      {activity.game && (
        <GamePoster
          game={activity.game}
          size={84}
          className="col-start-3 row-start-1 max-md:w-16! md:row-end-3 md:self-start"
        />
      )}
    </li>
  )
}

function GameName({ activity }: { activity: Activity }) {
  if (!activity.game) return <p className="game-name mt-px">{activity.game_name}</p>
  return (
    <h3 className="game-name mt-px text-balance">
      <a href={`/game/${activity.game.id}`} className="inline-block py-px underline-offset-3 hover:underline">
        {activity.game.name}
      </a>
    </h3>
  )
}

/** The number of posters in a fan before it is expanded. */
const FAN = 6

function Marks({ item, className, ...acts }: ItemProps & { item: Extract<FeedItem, { kind: 'marks' }> }) {
  const [isOpen, setOpen] = useState(false)
  const { activities, latest } = item
  const shown = isOpen ? activities : activities.slice(0, FAN)
  const rest = activities.length - shown.length
  return (
    <li className={cx(ITEM, ALONE, className)}>
      <Actor activity={latest} />
      <div className="min-w-0">
        <div className="flex min-h-6 items-start gap-x-1.5 text-14 leading-[1.45] text-text-2">
          <p className="min-w-0">
            <Name activity={latest} /> marked <b className="num font-[650] text-text">{activities.length} games</b>{' '}
            <StatusMark status={MARKS[latest.type] ?? 'want_to_play'} className="mr-1.5 align-bottom" />{' '}
            <Ago at={latest.created_at} className="text-text-3" />
          </p>
          <More activities={activities} {...acts} />
        </div>
        <ul className="mt-3 grid grid-cols-3 gap-2.5 md:grid-cols-6">
          {shown.map((activity, at) => (
            <li key={activity.id} className="relative">
              {activity.game && <GamePoster game={activity.game} size={100} className="w-full!" />}
              {rest > 0 && at === FAN - 1 && (
                <button
                  type="button"
                  className="num absolute right-0 bottom-0 min-h-6 min-w-9 rounded-tl-poster rounded-br-poster bg-plate px-2 text-13 font-bold text-on-plate"
                  aria-label={`Show ${rest} more`}
                  onClick={() => setOpen(true)}
                >
                  +{rest}
                </button>
              )}
            </li>
          ))}
        </ul>
        <ActivityFooter activities={activities} variant="card" />
      </div>
    </li>
  )
}

/** Shows the member's own words, with their line breaks. */
function Words({ activity }: { activity: Activity }) {
  const words = ownTextOf(activity.details)
  if (words === null) return null
  return (
    <p className="mt-2 max-w-[64ch] break-words whitespace-pre-line text-14 leading-relaxed" dir="auto">
      {words}
    </p>
  )
}

function Actor({ activity }: { activity: Activity }) {
  const { user } = activity
  return (
    <MemberLink member={user} isRepeated className="self-start">
      <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={40} className="max-md:[--z:36px]!" />
    </MemberLink>
  )
}

function Name({ activity }: { activity: Activity }) {
  return (
    <MemberLink member={activity.user} className="font-[650] break-words text-text underline-offset-3 hover:underline">
      {memberName(activity.user)}
    </MemberLink>
  )
}

/** Returns the address of the author's badges, for an activity about a badge. */
const badgesHref = ({ type, user_id }: Activity) => (type === 'badge' ? `/profile/${user_id}?tab=badges` : undefined)

/** Shows the sentence, and at its end the menu of actions. */
function Line({ activity, of, ...acts }: { activity: Activity; of: readonly Activity[] } & Acts) {
  const { verb, strong, rest, href = badgesHref(activity) } = sentenceOf(activity.type, activity.details)
  return (
    <div className="flex items-start gap-1.5">
      <p className="min-w-0 text-14 leading-[1.45] text-text-2">
        <Name activity={activity} /> {verb}{' '}
        {href ? (
          <a href={href} className="font-[650] break-words text-text underline-offset-3 hover:underline">
            {strong}
          </a>
        ) : (
          strong && <b className="num font-[650] break-words text-text">{strong}</b>
        )}{' '}
        {rest}
      </p>
      <More activities={of} {...acts} />
    </div>
  )
}

/** Shows stars and hours where they belong to the activity, the progress bar, and the time since. */
function Facts(props: { activity: Activity; before?: Activity | undefined }) {
  const { activity, before } = props
  // A review has stars of its own, also of a game that is not in the library.
  const stars = activity.review?.rating ?? activity.rating
  const isPlayed = activity.type === 'completed' || activity.type === 'progress' || activity.type === 'review'
  const progress = activity.type === 'progress' ? progressOf(activity.details) : null
  const earlier = before ? progressOf(before.details) : null
  return (
    <div className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-2">
      {progress !== null && <ProgressBar value={progress} label="Completion" className="min-w-20 max-w-45 flex-1" />}
      {isPlayed && stars !== null && activity.type !== 'progress' && <Stars value={stars} />}
      {isPlayed && activity.play_time !== null && activity.play_time > 0 && (
        <span className="num">{hoursText(activity.play_time)}</span>
      )}
      {earlier !== null && progress !== null && earlier < progress && (
        <span className="num">up from {Math.round(earlier)} %</span>
      )}
      <a href={activityPath(activity.id)} className="leading-6 text-text-3 underline-offset-3 hover:underline">
        <Ago at={activity.created_at} />
      </a>
      {activity.isHidden && (
        <HiddenNote className="w-full">
          <AppealHere kind={ACTIVITY} id={activity.id} />
        </HiddenNote>
      )}
    </div>
  )
}

/**
 * Shows the menu: the viewer can copy the address of an activity, pin and delete their own, and report another's. For a folded item it acts on
 * the latest activity.
 */
function More({ activities, onDelete, onReport }: { activities: readonly Activity[] } & Acts) {
  const latest = activities[0] as Activity
  const isOwn = activities.every((activity) => activity.viewerCan.delete)
  const viewerId = useViewer()?.id
  const isOneGame = activities.every(({ game_id }) => game_id === latest.game_id)
  const mayPin = latest.user_id === viewerId && isOneGame && !latest.isHidden
  const pin = usePinEntry(mayPin ? { itemType: 'activity', of: latest.id, load: async () => latest } : null)
  if (!isOwn && latest.isHidden) return null
  const copy = { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(activityPath(latest.id)) } as const
  const label = plural(activities.length, 'Delete', `Delete these ${activities.length}`)
  return (
    <MenuButton
      label="More"
      className="icon-btn -my-2 ml-auto"
      onNear={pin.prepare}
      items={[
        ...pin.entries,
        ...(isOneGame && !latest.isHidden ? [copy] : []),
        isOwn
          ? { label, icon: 'trash', danger: true, onSelect: () => onDelete(activities) }
          : { label: 'Report', icon: 'flag', onSelect: () => onReport(latest) },
        ...(isOwn || latest.user_id === viewerId ? [] : [lessOf(latest)]),
      ]}
    >
      <Icon name="dots" />
    </MenuButton>
  )
}

const lessOf = ({ user, type, game }: Activity) =>
  ({
    label: MUTE_ENTRIES.less,
    icon: 'eye-off',
    onSelect: () => askToMute({ member: user, feedKind: feedKindOf(type), ...(game && { game }) }),
  }) as const

/** Shows one item in a game's own list. The sentence omits the game. Comments are written inline. */
export function GameActivityItem(props: ItemProps) {
  const activity = activitiesOf(props.item)[0] as Activity
  return (
    <GameLine {...props}>
      <Words activity={activity} />
      {activity.review && <EmbeddedReview review={activity.review} />}
      <ActivityFooter activities={activitiesOf(props.item)} variant="inline" />
    </GameLine>
  )
}

/** Shows the item without comments, for a short list that links to the whole one. */
export function GameLine({ item, children, ...acts }: ItemProps & { children?: ReactNode }) {
  const activity = activitiesOf(item)[0] as Activity
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 border-t border-line py-3 first:border-t-0 first:pt-0">
      <MemberLink member={activity.user} isRepeated className="self-start">
        <Avatar id={activity.user.id} name={memberName(activity.user)} src={activity.user.avatar_url} size={36} />
      </MemberLink>
      <div className="min-w-0">
        <Line activity={activity} of={activitiesOf(item)} {...acts} />
        <Facts activity={activity} />
        {children}
      </div>
    </li>
  )
}

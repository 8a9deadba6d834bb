import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { knownNumberText } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { SlotContent } from '#web/slots.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/use-env.ts'
import type { Profile, ProfileStats, PublicProfile } from '../profiles.contract.ts'
import { FIGURE_NAMES, PROFILE_TEXTS, RETRIES_USED_UP } from '../profiles.texts.ts'
import { presenceText } from './presence-text.ts'
import { type ProfileError, profileErrorOf, RETRIES_MAX } from './profile-errors.ts'
import { profileQuery, profileStatsQuery, statsFromProfile } from './profiles.api.ts'
import { memberActions, profileBadges } from './profiles.slots.ts'
import { ShareButton } from './share-panel.widgets.tsx'

const CLOSED: ProfileError = { kind: 'PERMISSION_DENIED', isRetryable: false, wait: 0 }

/** Shows a summary of a member in a dialog over the page (R-MODAL-01..15). */
export function ProfileModal(props: { member: PublicProfile; isOpen: boolean; onClose: () => void }) {
  const { member, isOpen } = props
  const asked = useQuery({ ...profileQuery(member.id), enabled: isOpen, retry: false, staleTime: 30_000 })
  const [retries, setRetries] = useState(0)
  // A reopened dialog starts with a fresh state.
  useEffect(() => {
    if (isOpen) setRetries(0)
  }, [isOpen])
  const retry = () => {
    setRetries(retries + 1)
    void asked.refetch()
  }
  const profile = asked.data?.kind === 'open' ? asked.data.profile : null
  const hasStats = profile?.viewerSees.library ?? false
  const stats = useQuery({ ...profileStatsQuery(member.id), enabled: isOpen && hasStats })
  const error = asked.isFetching
    ? null
    : asked.data?.kind === 'closed'
      ? CLOSED
      : asked.error && profileErrorOf(asked.error)
  // During a refetch, such as after a follow, the earlier data stay visible.
  const isWhole = profile !== null && !(hasStats && stats.isPending)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || props.onClose()}
      title={memberName(profile ?? member)}
      footer={
        <>
          {profile && <ShareButton profile={profile} />}
          <ButtonLink kind="solid" href={`/profile/${member.id}`} className="ml-auto" onClick={props.onClose}>
            View profile
          </ButtonLink>
        </>
      }
    >
      {error && !profile ? (
        <Refused error={error} round={retries} onRetry={retry} />
      ) : isWhole ? (
        <Loaded profile={profile} stats={stats.data ?? statsFromProfile(profile)} />
      ) : (
        <LoadingShape />
      )}
    </Dialog>
  )
}

function Loaded({ profile, stats }: { profile: Profile; stats: Partial<ProfileStats> }) {
  const viewer = useViewer()
  const now = useNow()
  const words = presenceText(profile, now)
  const { level, title, badges } = profile.stats ?? { level: null, title: null, badges: [] }
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-4">
        <Avatar
          id={profile.id}
          name={memberName(profile)}
          src={profile.avatar_url}
          size={72}
          presence={profile.presence?.status}
          className="mt-1 [--on:var(--surface)]"
        />
        <div className="min-w-0 flex-1">
          <p className="fact num break-words">
            {[profile.username && `@${profile.username}`, profile.location].filter(Boolean).join(' · ')}
          </p>
          {words && <p className="pt-1 text-13 text-text-2">{words}</p>}
          {profile.bio && <p className="pt-2 break-words whitespace-pre-line text-text-2">{profile.bio}</p>}
        </div>
      </div>
      {level !== null && (
        <p className="flex flex-wrap gap-1.5">
          <Chip>
            <b>Level {level}</b> {title}
          </Chip>
          {badges.map((badge) => (
            <Chip key={badge} edge>
              {badge}
            </Chip>
          ))}
        </p>
      )}
      <SlotContent slot={profileBadges} profile={profile} />
      <StatsGrid stats={stats} />
      {viewer?.id !== profile.id && (
        <div className="flex flex-wrap gap-2">
          <SlotContent slot={memberActions} member={profile} />
        </div>
      )}
    </div>
  )
}

/** Unknown values are left out: the library may be hidden, or its statistics may have failed to load. */
function StatsGrid({ stats }: { stats: Partial<ProfileStats> }) {
  const figures: [string, string | undefined][] = [
    [FIGURE_NAMES.played, knownNumberText(stats.gamesPlayed)],
    ['Completed', knownNumberText(stats.gamesCompleted)],
    [
      FIGURE_NAMES.completionRate,
      stats.completionPercentage === undefined ? undefined : `${stats.completionPercentage} %`,
    ],
    ['Time played', stats.totalHours === undefined ? undefined : durationText(stats.totalHours * 60)],
    ['Achievements', knownNumberText(stats.achievementsUnlocked)],
    ['Reviews', knownNumberText(stats.reviewsWritten)],
    ['Friends', knownNumberText(stats.friendsCount)],
    ['Followers', knownNumberText(stats.followersCount)],
    ['Following', knownNumberText(stats.followingCount)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-t border-line pt-5 sm:grid-cols-3">
      {figures.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="fact">{name}</dt>
              <dd className="num text-22 leading-tight font-[700]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Shows why there is no profile, and a retry button where a retry may help; three retries (R-MODAL-06). */
function Refused({ error, round, onRetry }: { error: ProfileError; round: number; onRetry: () => void }) {
  const left = useCountdown(error.wait, round)
  const isOver = round >= RETRIES_MAX
  return (
    <div role="alert" className="grid justify-items-start gap-4 py-4">
      <p className="text-text-2">{PROFILE_TEXTS[error.kind]}</p>
      {error.isRetryable &&
        (isOver ? (
          <p className="text-13 text-text-2">{RETRIES_USED_UP}</p>
        ) : (
          <Button disabled={left > 0} onClick={onRetry}>
            {left > 0 ? `Retry in ${left} s` : 'Retry'}
          </Button>
        ))}
    </div>
  )
}

/** Returns the whole seconds that remain of `seconds`; every new `round` restarts the countdown. */
function useCountdown(seconds: number, round: number): number {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins from the start
  useEffect(() => {
    const until = Date.now() + seconds * 1000
    setLeft(seconds)
    if (seconds === 0) return
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds, round])
  return left
}

function LoadingShape() {
  return (
    <div role="status" className="grid gap-5">
      <span className="visually-hidden">Loading</span>
      <div className="flex gap-4">
        <Skeleton round className="size-18" />
        <div className="grid flex-1 content-start gap-2 pt-1">
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      </div>
      <Skeleton className="h-7 w-2/5" />
      <div className="grid grid-cols-2 gap-4 border-t border-line pt-5 sm:grid-cols-3">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => (
          <Skeleton key={at} className="h-11" />
        ))}
      </div>
    </div>
  )
}

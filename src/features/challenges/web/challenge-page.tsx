import { type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { fullDate } from '#shared/dates.ts'
import type { ChallengeId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { Challenge, Participation, Ranked } from '../challenges.contract.ts'
import { CHALLENGE_PAGE_TEXTS } from '../challenges.texts.ts'
import {
  ChallengeCover,
  ChallengeFacts,
  ChallengeProgressBar,
  GoalLine,
  StatusChip,
  useStatus,
} from './challenge-parts.tsx'
import { challengeQuery, joinMutation, leaveMutation, participationQuery, rankingQuery } from './challenges.api.ts'

/** Loads a challenge, which must exist; other failures are shown on the page. */
export async function loadChallenge(client: QueryClient, id: ChallengeId): Promise<void> {
  await Promise.all([
    client.ensureQueryData({ ...challengeQuery(id), revalidateIfStale: true }),
    client.prefetchQuery(participationQuery(id)),
    client.prefetchInfiniteQuery(rankingQuery(id)),
  ])
}

/** Renders one challenge: its reward, which the page draws, goals, the viewer's progress, and the ranking. */
export function ChallengeScreen({ challenge, reward }: { challenge: Challenge; reward?: ReactNode }) {
  const { data: own = null } = useQuery(participationQuery(challenge.id))
  const status = useStatus(challenge)
  return (
    <>
      <header className="grid grid-cols-[100px_minmax(0,1fr)] gap-x-5 gap-y-4 md:grid-cols-[180px_minmax(0,1fr)] md:gap-x-8">
        <ChallengeCover challenge={challenge} eager className="md:row-span-2" />
        <div className="grid min-w-0 grid-cols-1 content-start justify-items-start gap-2.5">
          <StatusChip challenge={challenge} />
          <h1 className="title text-28 wrap-anywhere text-balance md:text-40">{challenge.title}</h1>
          <ChallengeFacts challenge={challenge} />
        </div>
        <div className="col-span-2 grid min-w-0 grid-cols-1 content-start gap-4 md:col-span-1 md:col-start-2">
          {challenge.description !== '' && (
            <p
              className="max-w-[64ch] text-16 leading-relaxed wrap-anywhere whitespace-pre-line text-text-2"
              dir="auto"
            >
              {challenge.description}
            </p>
          )}
          {reward}
          <OwnProgress challenge={challenge} own={own} />
        </div>
      </header>
      <div className="cols mt-8 md:mt-12">
        <Section title={status === 'upcoming' ? 'Taking part' : 'Ranking'} className="mt-0!">
          <Ranking challenge={challenge} isRanked={status !== 'upcoming'} />
        </Section>
        <aside className="max-side:-order-1 min-w-0" aria-label="Goals">
          <Section title="Goals" className="mt-0!">
            <ul>
              {challenge.goals.map((goal) => (
                <GoalLine key={goal.id} goal={goal} amount={own && (own.progress[goal.id] ?? 0)} />
              ))}
            </ul>
          </Section>
        </aside>
      </div>
    </>
  )
}

/** Renders the viewer's total progress, and joining or leaving. */
function OwnProgress({ challenge, own }: { challenge: Challenge; own: Participation | null }) {
  const status = useStatus(challenge)
  // Joining and leaving each remove their button, so the keyboard focus moves here.
  const here = useRef<HTMLDivElement>(null)
  return (
    <div ref={here} role="group" aria-label="Your part in it" tabIndex={-1} className="grid max-w-120 gap-3 outline-0">
      {own && <ChallengeProgressBar title={challenge.title} participation={own} />}
      {own?.completed_at && (
        <p className="text-14 text-text-2">{CHALLENGE_PAGE_TEXTS.completedOn(fullDate(new Date(own.completed_at)))}</p>
      )}
      {status === 'ended' && !own?.completed && (
        <p className="text-14 text-text-2">{own ? CHALLENGE_PAGE_TEXTS.endedOwn : CHALLENGE_PAGE_TEXTS.ended}</p>
      )}
      {own && !own.completed && status === 'active' && (
        <p className="text-14 text-text-2">{CHALLENGE_PAGE_TEXTS.counts}</p>
      )}
      {own ? (
        <Leave challenge={challenge} own={own} onDone={() => here.current?.focus()} />
      ) : (
        status !== 'ended' && (
          <Join challenge={challenge} isSoon={status === 'upcoming'} onDone={() => here.current?.focus()} />
        )
      )}
    </div>
  )
}

const whyNot = (error: unknown) => showFailure('Nothing was changed', error)

function Join(props: { challenge: Challenge; isSoon: boolean; onDone: () => void }) {
  const { challenge, isSoon, onDone } = props
  const viewer = useViewer()
  const join = useMutation({ ...joinMutation(challenge.id), onError: whyNot })
  // The callback is not the mutation's own: after the request the leave button has replaced this component.
  const joinNow = () =>
    void join.mutateAsync(undefined).then(
      () => {
        onDone()
        toast({
          title: `You are in ${challenge.title}`,
          description: isSoon ? CHALLENGE_PAGE_TEXTS.countsLater : CHALLENGE_PAGE_TEXTS.countsNow,
        })
      },
      () => {},
    )
  const press = () =>
    viewer ? joinNow() : requestSignIn({ description: CHALLENGE_PAGE_TEXTS.signIn, onSuccess: joinNow })
  return (
    <Button
      kind="mine"
      size="big"
      icon="flag"
      className="justify-self-start"
      busy={join.isPending}
      busyLabel="Joining…"
      onClick={press}
    >
      Join
    </Button>
  )
}

/** Asks for confirmation when progress would be lost. */
function Leave({ challenge, own, onDone }: { challenge: Challenge; own: Participation; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const leave = useMutation({ ...leaveMutation(challenge.id), onError: whyNot })
  const leaveNow = () =>
    leave.mutateAsync(undefined).then(
      () => {
        onDone()
        toast({ title: `You have left ${challenge.title}` })
      },
      () => {},
    )
  const hasProgress = Object.values(own.progress).some((amount) => amount > 0)
  return (
    <>
      <Button
        className="justify-self-start"
        busy={leave.isPending}
        busyLabel="Leaving…"
        onClick={() => (hasProgress ? setAsked(true) : void leaveNow())}
      >
        Leave
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Leave ${challenge.title}?`}
        text={own.completed ? CHALLENGE_PAGE_TEXTS.leaveCompleted : CHALLENGE_PAGE_TEXTS.leave}
        confirmLabel="Leave"
        busyLabel="Leaving…"
        danger
        onConfirm={leaveNow}
      />
    </>
  )
}

/** The people who have joined; before the start nobody has a place. */
function Ranking({ challenge, isRanked }: { challenge: Challenge; isRanked: boolean }) {
  const list = useInfiniteQuery(rankingQuery(challenge.id))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const hidden = !list.hasNextPage && rows.length < challenge.participants
  return (
    <PagedList
      list={list}
      isEmpty={rows.length === 0}
      failed={CHALLENGE_PAGE_TEXTS.rankingFailed}
      empty={
        <EmptyState
          title={challenge.participants === 0 ? 'Nobody has joined yet' : 'Nobody to show'}
          text={challenge.participants === 0 ? CHALLENGE_PAGE_TEXTS.nobodyJoined : CHALLENGE_PAGE_TEXTS.nobodyShares}
        />
      }
    >
      {isRanked ? (
        <ol aria-label="Ranking">
          {rows.map((row) => (
            <RankLine key={row.user.id} row={row} />
          ))}
        </ol>
      ) : (
        <ul aria-label="Taking part" className="grid gap-4 sm:grid-cols-2">
          {rows.map(({ user }) => (
            <li key={user.id} className="flex min-w-0 items-center gap-3">
              <Face user={user} />
              <Name user={user} />
            </li>
          ))}
        </ul>
      )}
      {hidden && rows.length > 0 && <p className="pt-3 text-13 text-text-3">{CHALLENGE_PAGE_TEXTS.hiddenMembers}</p>}
    </PagedList>
  )
}

const Face = ({ user }: Pick<Ranked, 'user'>) => (
  <MemberLink member={user} isRepeated>
    <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={40} />
  </MemberLink>
)

function Name({ user }: Pick<Ranked, 'user'>) {
  const viewer = useViewer()
  return (
    <p className="min-w-0 truncate text-15 font-[650]">
      <MemberLink member={user} className="underline-offset-3 hover:underline">
        {memberName(user)}
      </MemberLink>
      {viewer?.id === user.id && <span className="pl-2 text-13 font-[400] text-text-3">You</span>}
    </p>
  )
}

function RankLine({ row }: { row: Ranked }) {
  const viewer = useViewer()
  const { rank, isShared, user, percent, completed } = row
  const name = memberName(user)
  const isMine = viewer?.id === user.id
  return (
    <li className="grid grid-cols-[36px_40px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-3 first:border-t-0">
      <span className="num text-right text-14 font-[650] text-text-2" data-tip={isShared ? 'Shared place' : undefined}>
        {isShared && <span aria-hidden="true">=</span>}
        {rank}
        {isShared && <span className="visually-hidden">, shared</span>}
      </span>
      <Face user={user} />
      <div className="grid min-w-0 gap-1.5">
        <Name user={user} />
        <ProgressBar
          value={percent}
          own={isMine}
          status={completed ? 'completed' : 'playing'}
          label={`${name}’s progress`}
        />
      </div>
      <span className="num min-w-10 text-right text-13 font-[650] whitespace-nowrap">
        {completed ? 'Completed' : `${percent} %`}
      </span>
    </li>
  )
}

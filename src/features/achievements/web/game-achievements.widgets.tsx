import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import type { Achievement } from '#features/catalogue/game-achievements.contract.ts'
import { achievementsQuery } from '#features/catalogue/web/game-panels.api.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import { shortDate } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import { ACHIEVEMENT_LIST_TEXTS } from '../achievement-lists.texts.ts'
import type { AchievementMembers } from '../achievements.contract.ts'
import { memberShareText, percentText } from '../achievements.rules.ts'
import { ACHIEVEMENT_TEXTS } from '../achievements.texts.ts'
import { AchievementIcon } from './achievement-icon.tsx'
import { gameTicksQuery, memberCountsQuery, type Ticks } from './achievements.api.ts'
import { setTick } from './set-tick.ts'

interface Props {
  game: Game
  /** Adds the game to the viewer's library. */
  onAdd: () => void
}

/**
 * Renders the Achievements panel of a game (G15): the list, and for members a tick for each. Ticks need the game in the
 * library; without it they are disabled, and a sentence says why.
 */
export function GameAchievements({ game, onAdd }: Props) {
  const viewer = useViewer()
  const list = useQuery(achievementsQuery(game.id))
  const { data: counts } = useQuery(memberCountsQuery(game.id))
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  // An entry that is just being added has no id.
  const isStored = Boolean(entry?.id)
  const ticks = useQuery({
    ...gameTicksQuery(game.id, entry?.id ?? ('' as never)),
    enabled: viewer !== null && isStored,
  })
  const client = useQueryClient()
  const reason = useId()
  const { total } = game.achievements
  const isMissing = viewer !== null && entry === null
  return (
    <Section title="Achievements" aside={<span className="num text-14 text-text-3">{total}</span>}>
      {entry && <Own completed={entry.achievements_completed} total={total} ticks={ticks.data} />}
      {!viewer && list.data && list.data.length > 0 && <SignInHint />}
      {isMissing && (
        <Hint
          id={reason}
          action={
            <Button kind="line" icon="plus" onClick={onAdd}>
              Add as playing
            </Button>
          }
        >
          {ACHIEVEMENT_LIST_TEXTS.addFirst}
        </Hint>
      )}
      {ticks.isError && <TicksFailed onRetry={() => void ticks.refetch()} />}
      {list.data ? (
        <List
          achievements={list.data}
          total={total}
          counts={counts}
          ticks={viewer && (ticks.data ?? {})}
          canTick={isStored && ticks.data !== undefined}
          reason={isMissing ? reason : undefined}
          onTick={(achievement, isTicked) => {
            if (entry) void setTick(client, entry, { achievement, at: isTicked ? 'now' : null })
          }}
        />
      ) : list.isError ? (
        <ErrorState
          title={ACHIEVEMENT_LIST_TEXTS.notLoaded}
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <RowsSkeleton count={Math.min(total, 8)} />
      )}
    </Section>
  )
}

function Hint({ id, action, children }: { id?: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-text-2">
      <p id={id}>{children}</p>
      {action}
    </div>
  )
}

/** The viewer's number, which may count achievements that are not ticked: the log dialog takes a number too. */
function Own({ completed, total, ticks }: { completed: number; total: number; ticks: Ticks | undefined }) {
  const number = Math.min(completed, total)
  const ticked = ticks === undefined ? number : Object.keys(ticks).length
  return (
    <div className="mb-6 grid max-w-90 gap-2 text-13 text-text-2">
      <span>
        <b className="num font-[650] text-text">{number}</b> of <span className="num">{total}</span> completed
      </span>
      <ProgressBar value={(number / total) * 100} status="completed" label="Achievements completed" />
      {ticked < number && (
        <span>
          Logged as a number, <span className="num">{ticked}</span> ticked below.
        </span>
      )}
    </div>
  )
}

interface ListProps {
  achievements: readonly Achievement[]
  total: number
  counts: AchievementMembers | undefined
  /** Null for a visitor, who has no ticks. */
  ticks: Ticks | null
  canTick: boolean
  /** The id of the sentence that says why nothing can be ticked. */
  reason: string | undefined
  onTick: (achievement: Achievement, isTicked: boolean) => void
}

function List({ achievements, total, counts, ...rest }: ListProps) {
  if (achievements.length === 0) return <EmptyState title="Not listed yet" text={ACHIEVEMENT_LIST_TEXTS.none} />
  const members = counts?.members ?? 0
  const unlockedBy = new Map(counts?.data.map((each) => [each.achievement_id, each.members]))
  return (
    <>
      <ul className="grid gap-x-16 md:grid-cols-2">
        {achievements.map((each) => (
          <Row
            key={each.id}
            achievement={each}
            share={members > 0 ? memberShareText(unlockedBy.get(each.id) ?? 0, members) : null}
            {...rest}
          />
        ))}
      </ul>
      {total > achievements.length && (
        <p className="mt-4 text-13 text-text-3">
          The first <span className="num">{achievements.length}</span> of <span className="num">{total}</span>.
        </p>
      )}
      {members > 0 && <p className="mt-4 text-13 text-text-3">{ACHIEVEMENT_LIST_TEXTS.members}</p>}
    </>
  )
}

function Row({
  achievement,
  share,
  ticks,
  canTick,
  reason,
  onTick,
}: Pick<ListProps, 'ticks' | 'canTick' | 'reason' | 'onTick'> & { achievement: Achievement; share: string | null }) {
  const { name, description, icon_url, rarity } = achievement
  const unlockedAt = ticks?.[achievement.id]
  const shares = [rarity !== null && `${percentText(rarity)} of players`, share].filter(
    (text) => text !== false && text,
  )
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-start gap-x-4 border-t border-line py-3.5">
      <AchievementIcon address={icon_url} isLocked={ticks !== null && !unlockedAt} />
      <div className="min-w-0 break-words">
        <h3 className="text-14 font-[650]">{name}</h3>
        {description && <p className="text-13 text-text-2">{description}</p>}
        {shares.length > 0 && <p className="num text-12 text-text-3">{shares.join(' · ')}</p>}
        {unlockedAt && <p className="text-12 text-text-2">Unlocked {shortDate(new Date(unlockedAt))}</p>}
      </div>
      {ticks !== null && (
        // The target is larger than the box.
        <label className="check -m-3 p-3">
          <input
            type="checkbox"
            aria-label={`${name} unlocked`}
            aria-describedby={reason}
            checked={unlockedAt !== undefined}
            disabled={!canTick}
            onChange={(event) => onTick(achievement, event.target.checked)}
          />
        </label>
      )}
    </li>
  )
}

function SignInHint() {
  return (
    <Hint
      action={
        <Button
          kind="line"
          onClick={() => requestSignIn({ description: ACHIEVEMENT_TEXTS.signInToTick, onSuccess: () => {} })}
        >
          Sign in
        </Button>
      }
    >
      {ACHIEVEMENT_LIST_TEXTS.signIn}
    </Hint>
  )
}

function TicksFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Hint
      action={
        <Button kind="line" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {ACHIEVEMENT_LIST_TEXTS.ticksNotLoaded}
    </Hint>
  )
}

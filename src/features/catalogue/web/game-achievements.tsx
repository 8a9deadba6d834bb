import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Game } from '../catalogue.contract.ts'
import type { Achievement } from '../game-achievements.contract.ts'
import { achievementsQuery } from './game-panels.api.ts'

/** Renders the Achievements panel of a game. `completed` is the viewer's own count; null without a library entry. */
export function GameAchievements({ game, completed }: { game: Game; completed: number | null }) {
  const list = useQuery(achievementsQuery(game.id))
  const { total } = game.achievements
  return (
    <Section title="Achievements" aside={<span className="num text-14 text-text-3">{total}</span>}>
      {completed !== null && <Own completed={Math.min(completed, total)} total={total} />}
      {list.data ? (
        <List achievements={list.data} total={total} />
      ) : list.isError ? (
        <ErrorState
          title="The achievements could not be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <RowsSkeleton count={Math.min(total, 8)} />
      )}
    </Section>
  )
}

function Own({ completed, total }: { completed: number; total: number }) {
  return (
    <div className="mb-6 grid max-w-90 gap-2 text-13 text-text-2">
      <span>
        <b className="num font-[650] text-text">{completed}</b> of <span className="num">{total}</span> completed
      </span>
      <ProgressBar value={(completed / total) * 100} status="completed" label="Achievements completed" />
    </div>
  )
}

function List({ achievements, total }: { achievements: readonly Achievement[]; total: number }) {
  if (achievements.length === 0)
    return <EmptyState title="Not listed yet" text="The list has not come from its source. Look again later." />
  return (
    <>
      <ul className="grid gap-x-16 md:grid-cols-2">
        {achievements.map((each) => (
          <li
            key={each.id}
            className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3.5"
          >
            <Badge address={each.icon_url} />
            <div className="min-w-0">
              <h3 className="text-14 font-[650] break-words">{each.name}</h3>
              {each.description && <p className="text-13 text-text-2 break-words">{each.description}</p>}
            </div>
            {each.rarity !== null && (
              <span className="text-right text-13">
                <b className="num block">{rarityText(each.rarity)}</b>
                <span className="text-12 text-text-3">of players</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {total > achievements.length && (
        <p className="mt-4 text-13 text-text-3">
          The first <span className="num">{achievements.length}</span> of <span className="num">{total}</span>.
        </p>
      )}
    </>
  )
}

/** Formats a rarity: '62 %', '7.5 %', '<0.1 %'; one decimal below ten. */
export function rarityText(rarity: number): string {
  if (rarity > 0 && rarity < 0.1) return '<0.1 %'
  return `${rarity < 10 ? Math.round(rarity * 10) / 10 : Math.round(rarity)} %`
}

function Badge({ address }: { address: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="grid size-12 place-items-center overflow-hidden rounded-control bg-surface-2 text-text-3">
      {address && !isBroken ? (
        <img src={address} alt="" width={48} height={48} loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Icon name="trophy" size={20} />
      )}
    </span>
  )
}

import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { shortDate } from '#shared/dates.ts'
import { Cover } from '#web/ui/cover.tsx'
import type { UnlockedAchievement } from '../achievements.contract.ts'
import { AchievementIcon } from './achievement-icon.tsx'

/** The Achievements tab of a game's page. */
export const gameAchievementsHref = (gameId: string) => `/game/${gameId}#achievements`

/**
 * An unlocked achievement with its game, as a list item. An achievement without an icon has the cover of its game.
 * `hasGame`: false in a list of one game.
 */
export function AchievementRow(props: { achievement: UnlockedAchievement; hasGame?: boolean }) {
  const { name, description, icon_url, game, unlocked_at } = props.achievement
  const { hasGame = true } = props
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-4 border-t border-line py-3.5">
      {icon_url === null && hasGame ? (
        <span className="poster block w-12" aria-hidden="true">
          <Cover game={posterGame(game)} facts={false} />
        </span>
      ) : (
        <AchievementIcon address={icon_url} />
      )}
      <div className="min-w-0 break-words">
        <h3 className="text-14 font-[650]">{name}</h3>
        {description && <p className="text-13 text-text-2">{description}</p>}
        <p className="text-12 text-text-3">
          {hasGame && (
            <>
              <a
                className="font-[550] text-text-2 hover:text-text hover:underline"
                href={gameAchievementsHref(game.id)}
              >
                {game.name}
              </a>
              {' · '}
            </>
          )}
          <time dateTime={unlocked_at}>{shortDate(new Date(unlocked_at))}</time>
        </p>
      </div>
    </li>
  )
}

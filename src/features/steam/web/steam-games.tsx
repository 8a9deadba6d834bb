import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { IMPORT_SCREEN_TEXTS } from '#features/imports/import-screens.texts.ts'
import { showFailure } from '#features/imports/web/failure-text.api.ts'
import { dayText, durationText } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipButton } from '#web/ui/chip.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import type { SteamGame, SteamLink } from '../steam.contract.ts'
import { STEAM_FILTERS, type SteamFilter } from '../steam-sync.rules.ts'
import { STATE_TEXTS, STEAM_FILTER_HINTS, STEAM_FILTER_LABELS, SYNC_TEXTS } from '../steam-sync.texts.ts'
import { firstFilter, ignoreMutation, steamGamesQuery, syncMutation } from './steam.api.ts'

/** The games of the linked account by what a sync does with them; each can be put on the ignore list. */
export function SteamGames({ link }: { link: SteamLink }) {
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<SteamFilter | null>(null)
  const filter = chosen ?? firstFilter(link)
  const list = useInfiniteQuery(steamGamesQuery(filter))
  const sync = useMutation(syncMutation(client))
  const games = list.data?.pages.flatMap((page) => page.games) ?? []
  if (Object.values(link.counts).every((count) => count === 0)) return null
  return (
    <SettingsPart title={SYNC_TEXTS.gamesTitle} text={STEAM_FILTER_HINTS[filter]}>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="visually-hidden">Show games</legend>
        {STEAM_FILTERS.filter((each) => each === filter || each === 'ignored' || link.counts[each] > 0).map((each) => (
          <ChipButton key={each} tall chosen={each === filter} disabled={!isHydrated} onClick={() => setChosen(each)}>
            {STEAM_FILTER_LABELS[each]} <span className="num text-text-3">{link.counts[each]}</span>
          </ChipButton>
        ))}
      </fieldset>
      {filter === 'open' && games.length > 0 && (
        <Button
          kind="line"
          className="justify-self-start"
          busy={sync.isPending || link.is_syncing}
          busyLabel={SYNC_TEXTS.syncing}
          onClick={() => void sync.mutateAsync(true).catch(showFailure)}
        >
          {SYNC_TEXTS.bring}
        </Button>
      )}
      {list.isError && games.length === 0 ? (
        <ErrorState level={3} text={SYNC_TEXTS.gamesFailed} onRetry={() => void list.refetch()} />
      ) : list.data && games.length === 0 ? (
        <p className="text-14 text-text-2">{IMPORT_SCREEN_TEXTS.noGames}</p>
      ) : (
        <ul aria-label={STEAM_FILTER_LABELS[filter]}>
          {games.map((game) => (
            <GameRow key={game.app_id} game={game} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </SettingsPart>
  )
}

function GameRow({ game: { app_id, name, state, minutes, added, game } }: { game: SteamGame }) {
  const ignore = useMutation(ignoreMutation(useQueryClient()))
  const isIgnored = state === 'ignored'
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-3 first:border-t-0">
      <span className="poster w-10" aria-hidden="true">
        {game ? <Cover game={posterGame(game)} facts={false} /> : <span className="import-blank" />}
      </span>
      <div className="min-w-0 text-13 text-text-2">
        <p className="text-14 font-semibold break-words text-text">
          {game ? <a href={`/game/${game.id}`}>{game.name}</a> : name}
        </p>
        {game && game.name !== name && <p className="break-words">At Steam: {name}</p>}
        <p className="num">
          {durationText(minutes)} at Steam · {STATE_TEXTS[state]}
        </p>
        {added && (
          <p className="num">
            {durationText(added.minutes)} added on {dayText(added.at.slice(0, 10))}
          </p>
        )}
      </div>
      <Button
        kind="quiet"
        busy={ignore.isPending}
        aria-label={isIgnored ? `Sync again: ${name}` : `Ignore ${name}`}
        onClick={() => void ignore.mutateAsync({ appId: app_id, isIgnored: !isIgnored }).catch(showFailure)}
      >
        {isIgnored ? SYNC_TEXTS.unignore : SYNC_TEXTS.ignore}
      </Button>
    </li>
  )
}

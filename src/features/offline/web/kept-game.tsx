import { useEffect, useState } from 'react'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GameRowMenu } from '#features/game-actions/web/game-row-menu.widgets.tsx'
import { hoursText, starsOf } from '#features/library/library.rules.ts'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import { dayText } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { HeartMark, Stars } from '#web/ui/rating.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import { WaitingMark } from '#web/ui/waiting-mark.tsx'
import { KEPT_GAME } from '../kept-game.texts.ts'
import { OFFLINE_PAGE } from '../offline.texts.ts'
import { Entries } from './kept-lists.tsx'
import type { Kept } from './use-copies.ts'
import { journalOf } from './worker/copies.ts'
import { KEPT_CHANNEL } from './worker/kept-channel.ts'
import { type Looked, lookedAt } from './worker/looked.ts'

/** Returns the game whose page this address is; null for any other page. */
export const gameOfAddress = (address: string): GameId | null =>
  canonicalGameId(/^\/game\/([^/?#]+)/.exec(address)?.[1] ?? '')

/** Returns the page of a game that the device has; undefined while it is being read, null where it has none. */
export function useLooked(id: GameId | null): Looked | null | undefined {
  const [looked, setLooked] = useState<{ id: GameId; found: Looked | null }>()
  useEffect(() => {
    if (id === null) return
    let isOpen = true
    const read = () =>
      lookedAt(id).then(
        (found = undefined) => isOpen && setLooked({ id, found: found ?? null }),
        () => isOpen && setLooked({ id, found: null }),
      )
    void read()
    const channel = new BroadcastChannel(KEPT_CHANNEL)
    channel.onmessage = () => void read()
    return () => {
      isOpen = false
      channel.close()
    }
  }, [id])
  if (id === null) return null
  return looked?.id === id ? looked.found : undefined
}

/** The page of a game without a network: what the member has of it, and its facts if its page was looked at. */
export function KeptGame({ id, kept, looked }: { id: GameId; kept: Kept; looked: Looked | null }) {
  const row = kept.games.find(({ game_id }) => game_id === id)
  const card: GameCard | undefined = looked ? cardOf(looked.game) : row?.game
  const entries = journalOf(kept).filter(({ game }) => game?.id === id)
  const stars = starsOf(row?.user_rating ?? null)
  if (!card)
    return (
      <>
        <h1 className="title mb-3 text-28">{OFFLINE_PAGE.title}</h1>
        <p className="text-text-2">{KEPT_GAME.nothing}</p>
      </>
    )
  return (
    <article>
      <div className="grid grid-cols-[116px_minmax(0,1fr)] gap-5 md:grid-cols-[160px_minmax(0,1fr)]">
        <div className="poster">
          <Cover game={{ ...posterGame(card), coverUrl: null }} />
        </div>
        <div className="grid content-start justify-items-start gap-3">
          <h1 className="title text-28" dir="auto">
            {card.name}
          </h1>
          {row && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
              <StatusMark status={row.status} />
              {stars && <Stars value={stars} />}
              {row.is_liked && <HeartMark />}
              <span className="num">{hoursText(row.play_time)}</span>
              {kept.waiting.some(({ gameId }) => gameId === id) && <WaitingMark />}
            </p>
          )}
          <GameRowMenu game={{ ...card, cover_url: null }} />
        </div>
      </div>
      {looked ? (
        <Facts {...looked} />
      ) : (
        <p className="mt-5 text-14 text-text-2" role="status">
          {KEPT_GAME.onlyEntry}
        </p>
      )}
      {entries.length > 0 && (
        <>
          <h2 className="title mt-8 mb-3">{KEPT_GAME.journal}</h2>
          <Entries entries={entries} />
        </>
      )}
    </article>
  )
}

const cardOf = ({ id, name, year, genres, developer, cover }: Game): GameCard => ({
  id,
  name,
  year,
  genre: genres[0]?.name ?? null,
  developer,
  cover_url: cover?.url ?? null,
})

function Facts({ game, at }: Looked) {
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(', ')
  const facts = [
    [KEPT_GAME.released, game.released && dayText(game.released)],
    [KEPT_GAME.genres, names(game.genres)],
    [KEPT_GAME.platforms, names(game.platforms)],
    [KEPT_GAME.developer, game.developer],
    [KEPT_GAME.publisher, game.publisher],
    [KEPT_GAME.series, game.series],
  ] as const
  return (
    <>
      <p className="mt-5 text-14 text-text-2" role="status">
        {KEPT_GAME.asOf} <Ago at={at} isInSentence />. {KEPT_GAME.missing}
      </p>
      {game.summary && (
        <p className="mt-5 max-w-[64ch] whitespace-pre-line text-16 leading-[1.6]" dir="auto">
          {game.summary}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-14">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-text-2">{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

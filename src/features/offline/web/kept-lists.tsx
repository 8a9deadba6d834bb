import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameRowMenu } from '#features/game-actions/web/game-row-menu.widgets.tsx'
import { JournalDialog } from '#features/journal/web/journal-dialog.widgets.ts'
import type { LibraryRow } from '#features/library/library.contract.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import { dayText } from '#shared/dates.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { isWaiting } from '#shared/outbox.ts'
import { Button } from '#web/ui/button.tsx'
import { PosterList, PosterRow } from '#web/ui/poster-list.tsx'
import { WaitingMark } from '#web/ui/waiting-mark.tsx'
import { useLoadNearEnd } from '#web/use-load-near-end.ts'
import { OFFLINE_PAGE } from '../offline.texts.ts'
import type { Kept } from './use-copies.ts'
import { useIsOffline } from './use-is-offline.ts'
import { journalOf } from './worker/copies.ts'

/** So many rows are drawn at a time: a long library opens at once, and the rest follows the reader. */
const ROWS = 24
const LAST = 8

/** The cover is drawn here: the picture may not be on the device. */
const drawn = (game: GameCard) => ({ ...game, cover_url: null })

function KeptRow({ game, hours, waits }: { game: GameCard; hours?: number | undefined; waits: boolean }) {
  const mark = useMark(game.id)
  const page = `/game/${game.id}`
  const isOff = useIsOffline()
  return (
    <PosterRow
      game={drawn(game)}
      href={isOff ? `/offline?from=${encodeURIComponent(page)}` : page}
      mark={mark}
      facts={
        <>
          {hours ? <span className="num">{hoursText(hours)}</span> : null}
          {waits && <WaitingMark />}
        </>
      }
      end={<GameRowMenu game={drawn(game)} />}
    />
  )
}

function Rows({ kept, rows, label, empty }: { kept: Kept; rows: readonly Row[]; label: string; empty: string }) {
  const waiting = useMemo(() => new Set(kept.waiting.map(({ gameId }) => gameId)), [kept])
  const [shown, setShown] = useState(ROWS)
  const end = useRef<HTMLDivElement>(null)
  const hasMore = rows.length > shown
  const more = () => setShown((now) => now + ROWS)
  useLoadNearEnd(end, hasMore, more)
  if (rows.length === 0) return <p className="text-text-2">{empty}</p>
  return (
    <>
      <PosterList label={label}>
        {rows.slice(0, shown).map(({ game, hours }) => (
          <KeptRow key={game.id} game={game} hours={hours} waits={waiting.has(game.id)} />
        ))}
      </PosterList>
      <div ref={end}>{hasMore && <Button onClick={more}>{OFFLINE_PAGE.more}</Button>}</div>
    </>
  )
}

interface Row {
  game: GameCard
  hours?: number
}
const rowOf = ({ game, play_time }: LibraryRow): Row => ({ game, hours: play_time })

const latestFirst = compareInTurn<LibraryRow>(
  descending((row) => row.updated_at),
  ascending((row) => row.id),
)
const byName = compareInTurn<LibraryRow>(
  ascending((row) => row.game.name.toLowerCase()),
  ascending((row) => row.id),
)

export function KeptHome({ kept }: { kept: Kept }) {
  const latest = [...kept.games].sort(latestFirst)
  const playing = latest.filter(({ status }) => status === 'playing')
  const others = latest.filter(({ status }) => status !== 'playing').slice(0, LAST)
  return (
    <>
      <h2 className="title mb-2">{OFFLINE_PAGE.playing}</h2>
      <Rows kept={kept} rows={playing.map(rowOf)} label={OFFLINE_PAGE.playing} empty={OFFLINE_PAGE.emptyPlaying} />
      {others.length > 0 && (
        <>
          <h2 className="title mt-8 mb-2">{OFFLINE_PAGE.last}</h2>
          <Rows kept={kept} rows={others.map(rowOf)} label={OFFLINE_PAGE.last} empty="" />
        </>
      )}
    </>
  )
}

export function KeptLibrary({ kept }: { kept: Kept }) {
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim().toLowerCase())
  const rows = useMemo(() => [...kept.games].sort(byName).map(rowOf), [kept])
  const found = wanted ? rows.filter(({ game }) => game.name.toLowerCase().includes(wanted)) : rows
  return (
    <>
      {rows.length > 0 && (
        <input
          type="search"
          className="input mb-4 max-w-80"
          aria-label={OFFLINE_PAGE.find}
          placeholder={OFFLINE_PAGE.find}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Rows
        key={wanted}
        kept={kept}
        rows={found}
        label={OFFLINE_PAGE.tabs.library}
        empty={wanted ? OFFLINE_PAGE.notFound : OFFLINE_PAGE.emptyLibrary}
      />
    </>
  )
}

export function KeptQueue({ kept }: { kept: Kept }) {
  return (
    <Rows
      kept={kept}
      rows={kept.queue.map((game) => ({ game }))}
      label={OFFLINE_PAGE.tabs.next}
      empty={OFFLINE_PAGE.emptyQueue}
    />
  )
}

export function KeptJournal({ kept }: { kept: Kept }) {
  const [isWriting, setWriting] = useState(false)
  const entries = journalOf(kept)
  return (
    <>
      <Button icon="plus" className="mb-5" onClick={() => setWriting(true)}>
        {OFFLINE_PAGE.newEntry}
      </Button>
      {entries.length > 0 ? <Entries entries={entries} /> : <p className="text-text-2">{OFFLINE_PAGE.emptyJournal}</p>}
      <Suspense>{isWriting && <JournalDialog entry={null} onClose={() => setWriting(false)} />}</Suspense>
    </>
  )
}

/** Entries of the journal, without their actions. */
export function Entries({ entries }: { entries: ReturnType<typeof journalOf> }) {
  return (
    <ul className="grid max-w-[64ch] gap-6">
      {entries.map(({ id, date, title, content, game, type, ...entry }) => (
        <li key={id}>
          <h3 className="text-16 font-[650]">{title ?? game?.name ?? type}</h3>
          <p className="num text-13 text-text-2">
            <time dateTime={date}>{dayText(date)}</time>
            {game && title && ` · ${game.name}`}
          </p>
          {(isWaiting({ id }) || ('waits' in entry && entry.waits === true)) && <WaitingMark />}
          {type !== 'list' && <p className="mt-1 whitespace-pre-line text-16 leading-[1.6]">{content}</p>}
        </li>
      ))}
    </ul>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { counted } from '#shared/counted.ts'
import type { GameId, ImportId } from '#shared/ids.ts'
import { Button, Kbd } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { isForPage } from '#web/ui/single-key.ts'
import { saidText } from '../group-questions.texts.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import, ImportRow } from '../imports.contract.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import { ChooseGame } from './choose-game.tsx'
import { showFailure } from './failure-text.api.ts'
import { decideMutation, rowsQuery } from './imports.api.ts'

/**
 * Asks which game the doubtful rows of a question are, one at a time. Keys: 1 to 3 choose a candidate, 0 leaves the row out, G makes it a
 * game of the member's own, S searches, N shows the next row, and B goes back to the one before.
 */
export function ReviewQueue({ found, question }: { found: Import; question: Import['questions'][number] }) {
  const importId = found.id as ImportId
  const client = useQueryClient()
  const { data } = useQuery(rowsQuery(importId, 'doubtful', 1, question.kind))
  const decide = useMutation(decideMutation(client, importId))
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  /** Decisions that the import does not count yet. */
  const [sending, setSending] = useState(0)
  const [at, setAt] = useState(0)
  const [isSearching, setSearching] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = (data?.rows ?? []).filter(({ n }) => !decided.has(n))
  const row = rows[Math.min(at, rows.length - 1)]

  const mark = (n: number, isDecided: boolean) =>
    setDecided((before) => {
      const next = new Set(before)
      if (isDecided) next.add(n)
      else next.delete(n)
      return next
    })
  const choose = (gameId: GameId | null, isOwn = false) => {
    if (!row) return
    mark(row.n, true)
    // Screen readers continue with the next row.
    heading.current?.focus({ preventScroll: true })
    setSending((count) => count + 1)
    decide
      .mutateAsync({ n: row.n, gameId, isOwn })
      .catch((error: unknown) => {
        mark(row.n, false)
        showFailure(error)
      })
      .finally(() => setSending((count) => count - 1))
  }
  const move = (by: number) => setAt((Math.min(at, rows.length - 1) + by + rows.length) % Math.max(1, rows.length))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!row || !isForPage(event)) return
    const candidate = /^[123]$/.test(event.key) ? row.candidates[Number(event.key) - 1] : undefined
    if (candidate) choose(candidate.id)
    else if (event.key === '0') choose(null)
    else if (event.key === 'g') choose(null, true)
    else if (event.key === 's') setSearching(true)
    else if (event.key === 'n') move(1)
    else if (event.key === 'b') move(-1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  if (!row) return null
  return (
    <section className="review-queue" aria-labelledby="review-row">
      <p className="fact">{counted(Math.max(rows.length, question.count - sending), 'row')} to decide</p>
      <h2 id="review-row" ref={heading} tabIndex={-1} className="title text-22 break-words outline-0!">
        {IMPORT_SCREEN_TEXTS.whichGame(row.title)}
      </h2>
      <FileSays row={row} />
      <ul className="review-candidates">
        {row.candidates.map((game, place) => (
          <li key={game.id}>
            <Candidate game={game} place={place + 1} onChoose={() => choose(game.id)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => choose(null)}>
          None of these <Kbd>0</Kbd>
        </Button>
        <Button icon="plus" onClick={() => choose(null, true)}>
          {IMPORT_TEXTS.makeOwn} <Kbd>G</Kbd>
        </Button>
        <Button icon="search" onClick={() => setSearching(true)}>
          Search <Kbd>S</Kbd>
        </Button>
        {rows.length > 1 && (
          <>
            <Button kind="quiet" onClick={() => move(-1)}>
              Back <Kbd>B</Kbd>
            </Button>
            <Button kind="quiet" onClick={() => move(1)}>
              Next <Kbd>N</Kbd>
            </Button>
          </>
        )}
      </div>
      {isSearching && (
        <Search importId={importId} row={row} onClose={() => setSearching(false)} onDecided={() => mark(row.n, true)} />
      )}
    </section>
  )
}

function FileSays({ row: { facts, said } }: { row: ImportRow }) {
  const all = [facts, saidText(said)].filter((part) => part !== '').join(' · ')
  return all && <p className="text-14 break-words text-text-2">{IMPORT_SCREEN_TEXTS.fileSays(all)}</p>
}

function Search(props: { importId: ImportId; row: ImportRow; onClose: () => void; onDecided: () => void }) {
  // The row stays the same while the dialog is open, also when it is decided.
  const [row] = useState(props.row)
  return <ChooseGame importId={props.importId} row={row} onClose={props.onClose} onDecided={props.onDecided} />
}

function Candidate({ game, place, onChoose }: { game: GameCard; place: number; onChoose: () => void }) {
  const facts = [yearText(game.year), game.developer].filter(Boolean).join(', ')
  return (
    <button type="button" className="review-candidate" onClick={onChoose}>
      <span className="poster" aria-hidden="true">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="flex items-baseline gap-2">
        <Kbd>{place}</Kbd>
        <b className="min-w-0 text-14 break-words">{game.name}</b>
      </span>
      <span className="text-13 text-text-2">{facts}</span>
    </button>
  )
}

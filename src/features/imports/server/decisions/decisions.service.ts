import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { createOwnGames, deleteOwnGames, ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import { type GameId, type ImportId, isOwnGameId } from '#shared/ids.ts'
import type { Import } from '../../imports.contract.ts'
import type { GroupDecision, RowQuestion } from '../../imports.rules.ts'
import { rowDecided } from '../imports.events.ts'
import { updateImport } from '../imports.queries.ts'
import {
  type ImportsDeps,
  refuseState,
  requireImport,
  requireNoneOpen,
  requireState,
  startStep,
} from '../imports.service.ts'
import { oneRow, refuseRow } from '../rows/rows.service.ts'
import { announceImports } from '../running/step.ts'
import { ownGameOf } from '../steps/own-game-of.ts'
import { planRows } from '../steps/plan-import.ts'
import { findRow, listAsking, type RowRecord } from '../stored/import-rows.queries.ts'
import * as queries from './decisions.queries.ts'

/** Rows that are decided together in a batch. */
const ROWS_AT_ONCE = 250

const DECIDABLE = ['ready', 'doubtful', 'unknown']

/** Which game a row is; null leaves the row out, unless it is a game of the member's own. */
interface Decision {
  gameId: GameId | null
  isOwn: boolean
}

/**
 * Stores which game a row is. A row that is written keeps its game. Refuses with 404 when no source knows the game, and
 * with 409 when there are too many games of the member's own.
 */
export async function decideRow(deps: ImportsDeps, viewer: Viewer, id: ImportId, n: number, decision: Decision) {
  await requireImport(deps.db, viewer, id)
  if (decision.gameId !== null) await ensureGame(deps, decision.gameId, deps.clock())
  await inTransaction(deps, async (inside) => {
    const { db, clock, events } = inside
    const found = await requireState(db, viewer, id, 'ready', 'done')
    const row = (await findRow(db, id, n)) ?? refuseRow()
    const isDecided = row.state === 'skipped' && row.record !== null
    if (!DECIDABLE.includes(row.state) && !isDecided) refuseState()
    const gameId = decision.isOwn ? await ownGameFor(db, viewer, row, clock()) : decision.gameId
    await queries.decideRow(
      db,
      id,
      n,
      gameId === null
        ? { state: 'skipped', game_id: null, matched_by: null, reason: 'declined' }
        : { state: 'ready', game_id: gameId, matched_by: decision.isOwn ? 'own-game' : 'member', reason: null },
    )
    await events.publish(db, rowDecided, { userId: viewer.id, record: row.record, isLeftOut: gameId === null })
    const touched = [row.game_id, gameId].filter((each) => each !== null) as GameId[]
    if (touched.length > 0) await planRows(inside, found, touched)
    await deleteOwnGames(db, viewer.id, touched.filter(isOwnGameId))
    await announceImports(inside, viewer.id)
  })
  return oneRow(deps, viewer, id, n)
}

async function ownGameFor(db: Db, viewer: Viewer, { record }: RowRecord, now: Date): Promise<GameId> {
  const facts = (record && ownGameOf(record, now)) ?? refuseState()
  const [gameId] = await createOwnGames(db, viewer.id, [facts])
  return gameId as GameId
}

/**
 * Answers the question of all rows that ask it, and plans them. A row to which the answer does not apply, such as one whose title
 * is the name of no game, keeps asking. Refuses with 409 when there are too many games of the member's own.
 */
export function decideRows(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { question, decision }: { question: RowQuestion; decision: GroupDecision },
): Promise<Import> {
  return inTransaction(deps, async (inside) => {
    const { db, events } = inside
    const found = await requireState(db, viewer, id, 'ready', 'done')
    if (found.state === 'done') await requireNoneOpen(db, viewer.id)
    for (let after = 0; ; ) {
      const asking = await listAsking(db, id, { question, after, limit: ROWS_AT_ONCE })
      const decided = await decidedOf(inside, viewer, asking, decision)
      await queries.decideRows(db, id, decided, decision === 'own' ? 'own-game' : 'member')
      const records = new Map(asking.map(({ n, record }) => [n, record]))
      for (const { n, game_id } of decided)
        await events.publish(db, rowDecided, {
          userId: viewer.id,
          record: records.get(n) ?? null,
          isLeftOut: game_id === null,
        })
      if (asking.length < ROWS_AT_ONCE) break
      after = asking.at(-1)?.n ?? after
    }
    await updateImport(db, id, { state: 'planning' })
    return startStep(inside, viewer, id, 'planning')
  })
}

async function decidedOf(
  { db, clock }: Pick<ImportsDeps, 'db' | 'clock'>,
  viewer: Viewer,
  rows: readonly RowRecord[],
  decision: GroupDecision,
): Promise<{ n: number; game_id: GameId | null }[]> {
  if (decision === 'skip') return rows.map(({ n }) => ({ n, game_id: null }))
  if (decision !== 'own')
    return rows.flatMap(({ n, candidates }) => {
      const chosen = candidates.find(({ doubt }, at) => isChosen(decision, doubt, at))
      return chosen ? [{ n, game_id: chosen.gameId as GameId }] : []
    })
  const owned = rows.flatMap(({ n, record }) => {
    const facts = record && ownGameOf(record, clock())
    return facts ? [{ n, facts }] : []
  })
  const facts = owned.map((row) => row.facts)
  const games = await createOwnGames(db, viewer.id, facts)
  return owned.map(({ n }, at) => ({ n, game_id: games[at] as GameId }))
}

/** Of an id and a title that disagree, the game of the title is known by another id, and that of the id by another name. */
const isChosen = (decision: 'first' | 'title' | 'id', doubt: string, at: number): boolean =>
  decision === 'first' ? at === 0 : doubt === (decision === 'title' ? 'other-id' : 'other-name')

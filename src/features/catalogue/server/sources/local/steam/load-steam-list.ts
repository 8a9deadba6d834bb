import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { storeExternalIds } from '../../../stored-games/external-ids.queries.ts'
import { nameKeyOf } from '../../../stored-games/same-name.ts'
import { storeGames } from '../../../stored-games/store-games.ts'
import { NOTHING_KNOWN, type SourceGame } from '../../source.ts'
import { platforms } from '../../vocabulary.ts'
import {
  idOfListed,
  knownIdOf,
  namesakeKeysOf,
  renownOfOwners,
  type StoredNamesake,
  storedGameOf,
} from './steam-list.rules.ts'
import { readSteamList, type SteamListGame } from './steam-list.ts'

/** An arbitrary number that all app nodes share. */
const LOAD_LOCK = 5_430_003
const NAME = 'steam-list'
/** So many games are stored in one transaction, in a fraction of a second. */
const BATCH = 400
/** Games with less renown are found by their own name alone. */
const MIN_KNOWN = 24
/** IGDB's id of 'PC (Microsoft Windows)'. */
const PC = 6

/**
 * Loads the list of PC games into `games`, once per content, in batches: each is a transaction that says how far the list is loaded,
 * so that after a kill the next run goes on there. A game that is stored already, by its id at Steam or by name and year, gets
 * the id and nothing else. Returns how many games the list has added.
 */
export async function loadSteamList(db: Db, batchSize = BATCH): Promise<{ loaded: number }> {
  const list = await readSteamList()
  if ((await progress(db)) === list.contentHash) return { loaded: 0 }
  // The best known first, because they are looked for first, and an edition finds its game.
  const games = (await list.parse()).sort(
    compareInTurn(
      descending(({ owners }) => owners),
      ascending(({ appId }) => appId),
    ),
  )
  for (let loaded = 0; ; await setImmediate()) {
    const step = await inTransaction({ db }, async ({ db }) => {
      await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(db)
      const from = positionIn(await progress(db), list.contentHash)
      if (from === null) return null
      const batch = games.slice(from, from + batchSize)
      const added = await storeBatch(db, batch)
      const isLast = from + batchSize >= games.length
      await noteProgress(db, isLast ? list.contentHash : `${list.contentHash} ${from + batch.length}`)
      if (added > 0) await announce(db, [tag.games])
      return { added, isLast }
    })
    loaded += step?.added ?? 0
    if (step === null || step.isLast) return { loaded }
  }
}

/** Returns where to go on: 0 for another list, null after the end. */
function positionIn(stored: string | null, contentHash: string): number | null {
  const [hash, position] = stored?.split(' ') ?? []
  if (hash !== contentHash) return 0
  return position === undefined ? null : Number(position)
}

async function progress(db: Db): Promise<string | null> {
  const row = await db.selectFrom('loaded_data').select('content_hash').where('name', '=', NAME).executeTakeFirst()
  return row?.content_hash ?? null
}

async function noteProgress(db: Db, content_hash: string): Promise<void> {
  await db
    .insertInto('loaded_data')
    .values({ name: NAME, content_hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ content_hash, loaded_at: sql`now()` }))
    .execute()
}

/** Stores the games of a batch that the catalogue does not have, and the ids at Steam of the others. Returns how many it added. */
async function storeBatch(db: Db, batch: readonly SteamListGame[]): Promise<number> {
  const known = await findKnownIds(db, batch)
  const unknown = batch.filter(({ appId }) => !known.has(String(appId)))
  const namesakes = Map.groupBy(await findNamesakes(db, unknown), ({ key }) => key)
  const there = await findStored(db, unknown)
  const added: SourceGame[] = []
  const same: { id: GameId; externalIds: SourceGame['externalIds'] }[] = []
  for (const game of unknown) {
    const externalIds = [{ source: 'steam', uid: String(game.appId) }] as const
    const known = knownIdOf(game)
    const named = namesakeKeysOf(game).flatMap((key) => namesakes.get(key) ?? [])
    const stored = known !== null && there.has(known) ? known : storedGameOf(game, named)?.id
    if (stored) {
      same.push({ id: stored as GameId, externalIds })
      continue
    }
    const made = sourceGameOf(game, externalIds)
    added.push(made)
    // A later row of the list may be an edition of this one.
    const key = nameKeyOf(made.name)
    namesakes.set(key, [...(namesakes.get(key) ?? []), namesakeOf(made, key)])
  }
  await storeGames(db, added, 'import')
  await storeExternalIds(db, same)
  return added.length
}

const sourceGameOf = (game: SteamListGame, externalIds: SourceGame['externalIds']): SourceGame => ({
  ...NOTHING_KNOWN,
  id: idOfListed(game.appId),
  name: game.name,
  externalIds,
  firstReleaseDate: Date.parse(`${game.releasedOn}T00:00:00Z`) / 1000,
  platforms: platforms.terms.filter(({ id }) => id === PC),
  renown: renownOfOwners(game.owners),
  isWhole: true,
})

const namesakeOf = (game: SourceGame, key: string): StoredNamesake => ({
  id: game.id,
  key,
  name: game.name,
  first_release_date: game.firstReleaseDate,
  renown: game.renown,
  isForPc: true,
  isOwnName: true,
})

/** Returns which of these games are stored with their id at Steam, or whose id here another game has. */
async function findKnownIds(db: Db, batch: readonly SteamListGame[]): Promise<Set<string>> {
  const given = batch.map(({ appId }) => ({ uid: String(appId), id: idOfListed(appId) }))
  const { rows } = await sql<{ uid: string }>`
    select given.uid from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (uid text, id text)
    where exists (select from game_external_ids known where known.source = 'steam' and known.uid = given.uid)
      or exists (select from games where games.id = given.id)`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

/** Returns which of the games are stored whose name or year at Steam differs. */
async function findStored(db: Db, batch: readonly SteamListGame[]): Promise<Set<string>> {
  const ids = batch.flatMap((game) => knownIdOf(game) ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('games').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Finds the games, but no parts of games, with the names of these; of the better known ones also by other names. */
async function findNamesakes(db: Db, batch: readonly SteamListGame[]): Promise<StoredNamesake[]> {
  const keys = [...new Set(batch.flatMap(namesakeKeysOf))]
  const { rows } = await sql<StoredNamesake>`
    with named as (
      select name_key as key, id from games where name_key = any(${keys}::text[]) and name_key <> ''
      union
      select given.key, known.game_id from unnest(${keys}::text[]) given (key)
      join game_keys known on known.key = ('=' || given.key) collate "C" and known.renown >= ${MIN_KNOWN}
    )
    select id, named.key, name, first_release_date::float as first_release_date, renown,
      platform_ids = '{}' or ${PC} = any(platform_ids) as "isForPc",
      name_key = named.key as "isOwnName"
    from named join games using (id)
    where owner_id is null and parent_id is null and coalesce(game_type, 0) not in (1, 2, 3, 5, 12, 13, 14)`.execute(db)
  return rows
}

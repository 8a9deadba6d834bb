import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import type { SourceGame, StoredOrigin } from '#features/catalogue/server/sources/sources.service.ts'
import {
  fillGames,
  findMerged,
  nameKeyOf,
  restoreOrigins,
  storeExternalIds,
  storeGames,
} from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { GameId } from '#shared/ids.ts'
import { storedGame } from '../games/stored-game.ts'
import type { Counts } from './checkpoint.queries.ts'
import { type Entry, type Facts, filled, isEqual, joined, renewed } from './entry.ts'
import { findByKeys, findRows, findRowsByName, rememberKeys, takenIds } from './import.queries.ts'
import { chooseSame } from './same-game.ts'

/** The merged entries of one key. */
interface Group {
  entry: Entry
  entries: number
}

/** A game as it was read or just created, and its state after the batch. */
interface Known {
  id: GameId
  before: SourceGame | null
  now: SourceGame
  origin: string
  /** The row's time of change, so that concurrent changes are not overwritten. */
  readAt: string
  storedOrigin: StoredOrigin | null
}

const OUR_IDS = 'local_'

/**
 * Imports a batch of entries into `games`: finds or creates the game of each and writes the changes. Call it in a
 * transaction. Returns the counts of the batch, and whether it has written any game.
 */
export async function importBatch(
  db: Db,
  entries: readonly Entry[],
): Promise<{ made: Omit<Counts, 'read' | 'rejected' | 'notGames'>; hasWritten: boolean }> {
  const merged = await findMerged(
    db,
    entries.flatMap(({ id }) => id ?? []),
  )
  // A game that was merged is described by the one that stays.
  const described = entries.filter(({ id }) => !id || !merged.has(id))
  const groups = groupEntries(described)
  const known = await readKnown(db, groups)
  const counts = { new: 0, enriched: 0, unchanged: 0, merged: entries.length - described.length }
  const newKeys: { key: string; game_id: string }[] = []

  for (const { entry, entries } of groups) {
    const { id, key, facts } = entry
    const found = id ? known.byId.get(id) : known.ofKey(key)
    const same = found ?? (id ? undefined : known.sameAs(facts))
    counts.merged += entries - 1
    if (!same) {
      const game = { ...facts, id: id ?? (await known.newId(key)) }
      known.add({
        id: game.id,
        before: null,
        now: game,
        origin: 'import',
        readAt: '',
        storedOrigin: entry.storedOrigin,
      })
      if (!id) newKeys.push({ key, game_id: game.id })
      counts.new += 1
      continue
    }
    if (!id && !found) newKeys.push({ key, game_id: same.id })
    const now = combine(same, entry)
    const isChanged = !isEqual(now, same.now)
    if (isChanged) known.change(same, now)
    if (!id && !found && same.id.startsWith(OUR_IDS)) counts.merged += 1
    else counts[isChanged ? 'enriched' : 'unchanged'] += 1
  }

  const changed = known.changed()
  await write(db, changed)
  await rememberKeys(db, newKeys)
  return { made: counts, hasWritten: changed.length > 0 }
}

function groupEntries(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Group>()
  for (const entry of entries) {
    const group = groups.get(entry.key)
    if (!group) {
      groups.set(entry.key, { entry, entries: 1 })
      continue
    }
    const { facts, early } = group.entry
    // Of two rows with one id the later one is newer.
    const both = entry.id ? renewed(facts, entry.facts) : joined(facts, entry.facts)
    group.entry = { ...group.entry, facts: both, early: early && entry.early }
    group.entries += 1
  }
  return [...groups.values()].map(({ entry, entries }) => ({
    entry: { ...entry, facts: finish(entry, entries) },
    entries,
  }))
}

/** Estimates renown from the number of variants: 16 give 8, and it is at most 12. */
const renownOfVariants = (entries: number) => Math.min(12, Math.round(2 * Math.log2(entries)))

function finish({ id, facts, early }: Entry, entries: number): Facts {
  if (id) return facts
  const name = early === null ? facts.name : `${facts.name} (${early})`
  return { ...facts, name, renown: Math.max(facts.renown, renownOfVariants(entries)) }
}

/**
 * Returns the game after an entry. A game of our own has all facts of its entries. A game with the id of a source keeps
 * its facts, unless the entry has that id itself and only imports have written the row: then the entry is newer and
 * wins.
 */
function combine(known: Known, { id, facts }: Entry): SourceGame {
  if (!id && known.id.startsWith(OUR_IDS)) return joined(known.now, facts)
  if (id && known.origin === 'import') return renewed(known.now, facts)
  // The facts that the search uses stay unchanged too.
  return filled(known.now, { ...facts, alternativeNames: [], renown: 0 })
}

async function readKnown(db: Db, groups: readonly Group[]) {
  const keys = groups.flatMap(({ entry }) => (entry.id ? [] : [entry.key]))
  const idOfKey = keys.length === 0 ? new Map<string, GameId>() : await findByKeys(db, keys)
  const ids = groups.flatMap(({ entry }) => entry.id ?? idOfKey.get(entry.key) ?? [])
  const unmatched = groups.filter(({ entry }) => !entry.id && !idOfKey.has(entry.key))
  const nameKeys = [...new Set(unmatched.map(({ entry }) => nameKeyOf(entry.facts.name)))]
  const rows = [
    ...(await findRows(db, ids)),
    ...(await findRowsByName(
      db,
      nameKeys.filter((key) => key !== ''),
    )),
  ]
  const newIds = unmatched.map(({ entry }) => idOf(entry.key))
  const taken = await takenIds(db, newIds)

  const byId = new Map<GameId, Known>()
  const byName = new Map<string, Set<Known>>()
  const touched = new Set<Known>()

  function add(known: Known): void {
    byId.set(known.id, known)
    const nameKey = nameKeyOf(known.now.name)
    if (nameKey === '') return
    const namesakes = byName.get(nameKey) ?? new Set()
    byName.set(nameKey, namesakes.add(known))
  }

  for (const row of rows) {
    if (byId.has(row.id as GameId)) continue
    const game = storedGame(row)
    add({ id: game.id, before: game, now: game, origin: row.origin, readAt: row.updated_at, storedOrigin: null })
  }

  return {
    byId,
    add(known: Known): void {
      add(known)
      touched.add(known)
    },
    change(known: Known, now: SourceGame): void {
      known.now = now
      touched.add(known)
    },
    changed: () => [...touched],
    ofKey: (key: string) => {
      const id = idOfKey.get(key)
      return id && byId.get(id)
    },
    sameAs(facts: Facts): Known | undefined {
      const namesakes = [...(byName.get(nameKeyOf(facts.name)) ?? [])]
      const same = chooseSame(
        facts,
        namesakes.map((known) => known.now),
      )
      return same ? byId.get(same.id as GameId) : undefined
    },
    /** Returns an unused id. */
    async newId(key: string): Promise<GameId> {
      for (let attempt = 0; ; attempt += 1) {
        const id = idOf(key, attempt)
        if (byId.has(id)) continue
        if (attempt === 0 ? !taken.has(id) : (await takenIds(db, [id])).size === 0) return id
      }
    },
  }
}

const IDS = 10 ** 12

/**
 * Returns the same id for the same entry in every catalogue, except for the few whose number another game has taken.
 */
export function idOf(key: string, attempt = 0): GameId {
  const digest = createHash('sha256')
    .update(attempt === 0 ? key : `${key}\n${attempt}`)
    .digest()
  return `${OUR_IDS}${1 + Number(digest.readBigUInt64BE() % BigInt(IDS - 1))}` as GameId
}

async function write(db: Db, changed: readonly Known[]): Promise<void> {
  const isOurs = (known: Known) => known.before === null || known.origin === 'import'
  await storeGames(
    db,
    changed.filter(isOurs).map(({ now }) => now),
    'import',
  )
  await fillGames(
    db,
    changed.filter((known) => !isOurs(known)).map(({ now, readAt }) => ({ game: now, readAt })),
  )
  await storeExternalIds(
    db,
    changed.filter((known) => !isOurs(known)).map(({ now }) => now),
  )
  await restoreOrigins(
    db,
    changed.flatMap(({ id, before, storedOrigin }) =>
      before === null && storedOrigin ? [{ id, ...storedOrigin }] : [],
    ),
  )
}

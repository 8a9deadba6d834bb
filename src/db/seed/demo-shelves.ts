import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import { insertRows } from './insert-rows.ts'

interface DemoShelf {
  name: string
  color: string
  isShown?: boolean
  isQueue?: boolean
  /** Names of games; a game that the library or the catalogue lacks is omitted. */
  games: readonly string[]
}

/** The shelves of the main member; on the queue are games that the member wants to play, in their order. */
const SHELVES: readonly DemoShelf[] = [
  {
    name: 'Up next',
    color: 'yellow',
    isQueue: true,
    games: ['Return of the Obra Dinn', 'Citizen Sleeper', 'Hades', 'Gorogoa', 'Syberia', 'The Wolf Among Us'],
  },
  {
    name: 'Couch co-op',
    color: 'blue',
    isShown: true,
    games: ['Left 4 Dead', 'New Super Mario Bros.', "Luigi's Mansion 3", 'LEGO Indiana Jones: The Original Adventures'],
  },
  {
    name: 'An hour before bed',
    color: 'teal',
    games: ['A Short Hike', 'Balatro', 'Into the Breach', 'Lumines', 'Stardew Valley', 'Pentiment'],
  },
  {
    name: 'Needs the big screen',
    color: 'red',
    games: ['Ghost of Tsushima', 'Elden Ring', 'Outer Wilds', 'Silent Hill 3'],
  },
]

interface DemoCopy {
  platform?: string
  store?: string
  edition?: string
  isPhysical?: boolean
  got?: { on: string; precision: 'day' | 'month' | 'year' }
  price?: number
  /** Who has it, and since how many days. */
  lent?: { to: string; days: number }
}

const COPIES: Record<string, readonly DemoCopy[]> = {
  'Outer Wilds': [
    {
      platform: 'PlayStation 4',
      isPhysical: true,
      store: 'Flea market',
      got: { on: '2021-01-01', precision: 'year' },
      price: 12,
    },
    { platform: 'PC', store: 'Steam', got: { on: '2022-11-25', precision: 'day' }, price: 16.24 },
  ],
  'Fire Emblem: Three Houses': [
    {
      platform: 'Switch',
      isPhysical: true,
      got: { on: '2019-07-01', precision: 'month' },
      price: 54.9,
      lent: { to: 'Ida', days: 40 },
    },
  ],
  'Silent Hill 3': [
    { platform: 'PlayStation 2', isPhysical: true, edition: 'With the soundtrack', store: 'Flea market' },
  ],
  'Disco Elysium': [{ platform: 'PC', store: 'GOG', edition: 'The Final Cut', price: 19.99 }],
  Tunic: [{ platform: 'Switch', store: 'Nintendo eShop', got: { on: '2023-02-01', precision: 'month' }, price: 27.99 }],
  Hades: [{ platform: 'Switch', isPhysical: true, lent: { to: 'Jonas', days: 9 } }],
  Balatro: [{ platform: 'Steam Deck', store: 'Steam', price: 13.99 }],
}

interface OwnGame {
  game_id: string
  name: string
  status: string
}

/**
 * Generates the shelves, the queue and the copies of a member, for games of the library. Ids match the time of their
 * row.
 */
function makeShelves(library: readonly OwnGame[], now: Date, idAt: (at: Date) => string) {
  const byName = new Map(library.map((entry) => [entry.name, entry]))
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const shelves = SHELVES.map(({ name, color, isShown = false, isQueue = false }, position) => ({
    id: idAt(at(60 - position)),
    name,
    color,
    is_shown: isShown,
    is_queue: isQueue,
    position,
    created_at: at(60 - position),
  }))
  const games = SHELVES.flatMap(({ games, isQueue = false }, index) =>
    games
      .flatMap((name) => byName.get(name) ?? [])
      .filter(({ status }) => !isQueue || status === 'want_to_play')
      .map(({ game_id }, position) => ({
        shelf_id: shelves[index]?.id,
        game_id,
        added_at: at(30 - position),
        position: isQueue ? position + 1 : null,
      })),
  )
  const copies = Object.entries(COPIES).flatMap(([name, copies]) =>
    copies.flatMap((copy, index) => {
      const game_id = byName.get(name)?.game_id
      if (game_id === undefined) return []
      const { platform = null, store = null, edition = null, isPhysical = false, got, price = null, lent } = copy
      return {
        id: idAt(at(50 - index)),
        game_id,
        platform,
        store,
        edition,
        is_physical: isPhysical,
        got_on: got?.on ?? null,
        got_precision: got?.precision ?? 'day',
        price,
        currency: price === null ? null : 'EUR',
        lent_to: lent?.to ?? null,
        lent_on: lent ? at(lent.days).toISOString().slice(0, 10) : null,
        lent_precision: 'day',
        created_at: at(50 - index),
      }
    }),
  )
  return { shelves, games, copies }
}

/** Inserts the shelves, the queue and the copies of a member. */
export async function insertShelves(db: Db, id: string, now: Date, idAt: (at: Date) => string): Promise<void> {
  const { rows: library } = await sql<{ game_id: string; name: string; status: string }>`
    select entry.game_id, games.name, entry.status
    from user_games entry join games on games.id = entry.game_id
    where entry.user_id = ${id}`.execute(db)
  const { shelves, games, copies } = makeShelves(library, now, idAt)
  const ofMember = (rows: readonly object[]) => rows.map((row) => ({ user_id: id, ...row }))
  await insertRows(
    db,
    'own_shelves',
    ofMember(shelves),
    `
    id uuid, user_id uuid, name text, color text, is_shown boolean, is_queue boolean, position smallint,
    created_at timestamptz`,
  )
  await insertRows(
    db,
    'own_shelf_games',
    ofMember(games),
    'shelf_id uuid, user_id uuid, game_id text, added_at timestamptz, position integer',
  )
  await insertRows(
    db,
    'game_copies',
    ofMember(copies),
    `
    id uuid, user_id uuid, game_id text, platform text, store text, edition text, is_physical boolean, got_on date,
    got_precision text, price numeric, currency text, lent_to text, lent_on date, lent_precision text,
    created_at timestamptz`,
  )
}

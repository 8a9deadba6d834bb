import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

interface DemoList {
  author: string
  title: string
  description: string
  isRanked: boolean
  isShared: boolean
  /** Days since its creation and since its last change. */
  begun: number
  changed: number
  /** In order, some with a note. The seed omits games that the catalogue lacks. */
  games: readonly (string | readonly [game: string, note: string])[]
  /** A smart list has the games of a trait, until its filters are asked. */
  smart?: { filters: string; trait: string }
  comments?: readonly (readonly [author: string, content: string])[]
}

/** The lists, written in the voices of their authors (demo-members.ts). */
const LISTS: readonly DemoList[] = [
  {
    author: 'mara',
    title: 'Games that know when to end',
    description: 'Nothing here outstays its welcome. Ordered by how long I sat there after the credits.',
    isRanked: true,
    isShared: true,
    begun: 210,
    changed: 2,
    games: [
      ['Outer Wilds', 'Twenty-two minutes, and then the rest of my life.'],
      'Return of the Obra Dinn',
      ['A Short Hike', 'An afternoon. Play it on the day you have the afternoon.'],
      'Pentiment',
      'What Remains of Edith Finch',
      'Firewatch',
      'Gris',
      ['Journey', 'Alone, the first time. Then never alone again.'],
      'Unpacking',
      'Her Story',
      'Inside',
      'Limbo',
    ],
    comments: [
      ['juno', 'Obra Dinn above A Short Hike? We should talk.'],
      ['rui_x', 'I will finish this list in twelve years. See you then.'],
    ],
  },
  {
    author: 'mara',
    title: 'Bring a notebook',
    description: 'Put the phone away and draw the map yourself.',
    isRanked: false,
    isShared: true,
    begun: 88,
    changed: 19,
    games: [
      'Blue Prince',
      'Tunic',
      'The Witness',
      ['Return of the Obra Dinn', 'I filled eleven pages and was wrong on nine of them.'],
      'Animal Well',
      'Myst',
      'Baba Is You',
      'Cocoon',
    ],
    comments: [['pixelpatience', 'In 1994 we had graph paper and we were grateful.']],
  },
  {
    author: 'mara',
    title: 'When the winter is over',
    description: '',
    isRanked: false,
    isShared: false,
    begun: 12,
    changed: 5,
    games: ['Citizen Sleeper', 'Norco', 'Kentucky Route Zero', '80 Days'],
  },
  {
    author: 'juno',
    title: 'The detective is you',
    description: 'No waypoint, no “investigation mode”. If you solve it, you solved it.',
    isRanked: true,
    isShared: true,
    begun: 160,
    changed: 8,
    games: [
      'Return of the Obra Dinn',
      'Disco Elysium',
      'Her Story',
      ['Pentiment', 'You never find out. That is the point and I am still cross.'],
      'L.A. Noire',
      'Grim Fandango',
      'The Secret of Monkey Island',
    ],
    comments: [['mara', 'Pentiment at four is a crime in itself.']],
  },
  {
    author: 'bettina_b',
    title: 'One hour after nine',
    description: 'You can stop at any time, and you can hear a child waking up over it.',
    isRanked: false,
    isShared: true,
    begun: 300,
    changed: 4,
    games: [
      ['Mini Metro', 'One line, one glass of something, bed.'],
      'Dorfromantik',
      'Unpacking',
      'A Short Hike',
      'Into the Breach',
      'Slay the Spire',
      ['Balatro', 'I said you can stop at any time. I lied about this one.'],
      'Tetris Effect',
    ],
    comments: [
      ['hanaplays', 'Balatro at nine, Balatro at three.'],
      ['teo', 'Add Overcooked and it is “one argument after nine”.'],
    ],
  },
  {
    author: 'teo',
    title: 'Two controllers, one sofa',
    description: 'Tested with three flatmates, two cousins and one mother. Ranked by how loud it got.',
    isRanked: true,
    isShared: true,
    begun: 120,
    changed: 30,
    games: [
      ['Overcooked! 2', 'Somebody cried. I will not say who.'],
      'It Takes Two',
      'Cuphead',
      'Portal 2',
      'Super Mario Odyssey',
      'Katamari Damacy',
      'Stardew Valley',
    ],
    comments: [['kofi_a', 'So THIS is what comes after Portal 2.']],
  },
  {
    author: 'nightbus',
    title: 'Last row, headphones, no stops',
    description: 'Do not play these on the top deck. A woman asked if I was all right.',
    isRanked: false,
    isShared: true,
    begun: 75,
    changed: 11,
    games: [
      'Alien: Isolation',
      ['Silent Hill 2', 'The fog is not the frightening part.'],
      'Resident Evil 4',
      'Little Nightmares',
      'Inside',
      'Subnautica',
      'Inscryption',
      'Bloodborne',
    ],
  },
  {
    author: 'priyam',
    title: 'The 7:52 to work, in order',
    description: 'Eight years of commuting. One stop is one save point.',
    isRanked: true,
    isShared: true,
    begun: 400,
    changed: 22,
    games: [
      ['Chrono Trigger', 'Missed my stop at the trial. Worth it.'],
      'Persona 5 Royal',
      'Final Fantasy VII',
      'Undertale',
      'Citizen Sleeper',
      "Baldur's Gate 3",
    ],
  },
  {
    author: 'mossandmetal',
    title: 'Maps that fill in',
    description: 'The best sound in games is a corner of the map turning from black to not black.',
    isRanked: false,
    isShared: true,
    begun: 51,
    changed: 1,
    games: [
      'Hollow Knight',
      'Super Metroid',
      'Animal Well',
      ['Tunic', 'The map is a page. The page is a secret. Say no more.'],
      'Subnautica',
      'Elden Ring',
      'Hollow Knight: Silksong',
    ],
  },
  {
    author: 'marguerite',
    title: 'For my grandchildren to try on me',
    description: 'They bring one, I finish it, they bring the next. Nine so far.',
    isRanked: false,
    isShared: true,
    begun: 33,
    changed: 3,
    games: [
      'Animal Crossing: New Horizons',
      'Stardew Valley',
      ['Celeste', '2,314 deaths. Nobody is to tell Luis he has more.'],
      'Spiritfarer',
      'Okami',
      'The Legend of Zelda: Breath of the Wild',
      'Chicory: A Colorful Tale',
      'Night in the Woods',
      'Sayonara Wild Hearts',
    ],
    comments: [['leilaz', 'I have 4,000. Please adopt me.']],
  },
  {
    author: 'mara',
    title: 'Everything by Supergiant',
    description: 'I have never skipped one, and I am not about to begin.',
    isRanked: false,
    isShared: true,
    begun: 60,
    changed: 40,
    games: [],
    smart: { filters: 'developer=Supergiant+Games', trait: 'developer:Supergiant Games' },
  },
  {
    author: 'mara',
    title: 'Nintendo that I have not played',
    description: '',
    isRanked: false,
    isShared: false,
    begun: 41,
    changed: 41,
    games: [],
    smart: { filters: 'publisher=Nintendo&critics=90..&shelf=none', trait: 'publisher:Nintendo' },
  },
]

/** Inserts lists with likes and comments of other members. */
export async function insertLists(
  db: Db,
  people: readonly { id: string; username: string }[],
  now: Date,
  random: SeededRandom = seededRandom('lists'),
): Promise<void> {
  const idOf = new Map(people.map(({ id, username }) => [username, id]))
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const { author, title, description, isRanked, isShared, begun, changed, games, smart, comments = [] } of LISTS) {
    const user_id = idOf.get(author)
    if (!user_id) continue
    const wanted = games.map((game) => (typeof game === 'string' ? ([game, null] as const) : game))
    const stored = await listGamesByName(
      db,
      wanted.map(([name]) => name),
    )
    const chosen = wanted.flatMap(([name, note]) => {
      const game_id = stored.get(name)
      return game_id ? [{ game_id, note }] : []
    })
    const rows = smart ? await listGamesByTrait(db, smart.trait) : chosen
    const { id } = await db
      .insertInto('lists')
      .values({
        user_id,
        title,
        description,
        is_ranked: isRanked,
        is_shared: isShared,
        games_count: rows.length,
        created_at: ago(begun),
        updated_at: ago(changed),
        changed_at: ago(changed),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const places = rows.map((row, at) => ({ ...row, list_id: id, position: at + 1, added_at: ago(begun) }))
    if (places.length > 0) await db.insertInto('list_games').values(places).execute()
    const asked = { list_id: id, seen_at: ago(begun), checked_at: ago(begun) }
    if (smart)
      await db
        .insertInto('smart_lists')
        .values({ ...asked, filters: smart.filters })
        .execute()
    if (!isShared) continue
    const fans = people.filter(({ id: fan }) => fan !== user_id && random.chance(0.35))
    if (fans.length > 0)
      await db
        .insertInto('list_likes')
        .values(fans.map((fan) => ({ list_id: id, user_id: fan.id, created_at: ago(random.between(0, changed)) })))
        .execute()
    const commentRows = comments.flatMap(([from, content], at) => {
      const commenter = idOf.get(from)
      const created_at = ago(Math.max(0.1, changed - at * 0.4))
      return commenter ? [{ subject_type: 'list', subject_id: id, user_id: commenter, content, created_at }] : []
    })
    if (commentRows.length > 0) await db.insertInto('activity_comments').values(commentRows).execute()
  }
}

/** Lists a few games with a trait, the best known first. */
async function listGamesByTrait(db: Db, trait: string): Promise<{ game_id: string; note: null }[]> {
  const { rows } = await sql<{ game_id: string; note: null }>`
    select id as game_id, null as note from games
    where game_traits(details, developer, series, game_type) @> array[${trait}::text]
    order by renown desc, id limit 60`.execute(db)
  return rows
}

/** Several games may share a name; this finds the best known one. */
export async function listGamesByName(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('games')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .orderBy('renown')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

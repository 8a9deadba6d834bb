import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import { listGamesByName } from './demo-lists.ts'

interface DemoPlaylist {
  author: string
  title: string
  slug: string
  description: string
  type: 'featured' | 'collection' | 'event' | 'genre' | 'custom'
  colors: readonly [background: string, text: string]
  tags: readonly string[]
  /** Days since its creation. */
  begun: number
  isDraft?: boolean
  /** The first and the last day of an event, in days from today. */
  days?: readonly [from: number, until: number]
  /** In order. The seed omits games that the catalogue lacks. */
  games: readonly string[]
}

/** The playlists: all five types, an event of each state, and a draft. In the order of the site. */
const PLAYLISTS: readonly DemoPlaylist[] = [
  {
    author: 'mara',
    title: 'Small hours',
    slug: 'small-hours',
    description:
      'For the hour when the street is quiet and you do not want to be good at anything. Lower the lamp, turn the sound up a little, and stop whenever you like.',
    type: 'featured',
    colors: ['#101b33', '#f3e7c9'],
    tags: ['quiet', 'night', 'short sessions'],
    begun: 9,
    games: [
      'A Short Hike',
      'Kentucky Route Zero',
      'Abzu',
      'Firewatch',
      'Mini Metro',
      'Oxenfree',
      'Journey',
      'Norco',
      'Dorfromantik',
      'Citizen Sleeper',
    ],
  },
  {
    author: 'juno',
    title: 'Worth the evening',
    slug: 'worth-the-evening',
    description: 'The newer ones that everybody keeps bringing up, and that hold what people say about them.',
    type: 'featured',
    colors: ['#c2410c', '#fff7ed'],
    tags: ['new', 'talked about'],
    begun: 21,
    games: [
      'Blue Prince',
      'Clair Obscur: Expedition 33',
      'Hollow Knight: Silksong',
      'Animal Well',
      'Metaphor: ReFantazio',
      'Astro Bot',
      'Balatro',
      'Neva',
      'Absolum',
    ],
  },
  {
    author: 'mara',
    title: 'One idea, all the way',
    slug: 'one-idea-all-the-way',
    description:
      'Each of these found a single rule and then asked what else is true if it is true. No side quests, no crafting, just the idea.',
    type: 'collection',
    colors: ['#f2efe6', '#1f2a24'],
    tags: ['puzzle', 'design', 'focused'],
    begun: 64,
    games: [
      'Portal',
      'Braid',
      'Baba Is You',
      'The Witness',
      'Papers, Please',
      'Antichamber',
      'Cocoon',
      'Return of the Obra Dinn',
      'Katamari Damacy',
      'Tetris Effect',
      'Opus Magnum',
    ],
  },
  {
    author: 'juno',
    title: 'Houses that remember you',
    slug: 'houses-that-remember-you',
    description: 'Buildings with opinions. Walk slowly, open every drawer, and mind what the wallpaper says.',
    type: 'collection',
    colors: ['#3b1f2b', '#f5d9d0'],
    tags: ['architecture', 'mystery', 'mood'],
    begun: 48,
    games: [
      'What Remains of Edith Finch',
      'Gone Home',
      'Blue Prince',
      'Control',
      'Resident Evil',
      'Prey',
      'BioShock',
      'Inside',
      'Ico',
      'Silent Hill 2',
    ],
  },
  {
    author: 'mara',
    title: 'The month of the detective',
    slug: 'the-month-of-the-detective',
    description:
      'Pick a case, keep a notebook, and write down whom you suspect before the game does. We compare notes at the end.',
    type: 'event',
    colors: ['#14342b', '#e9f5db'],
    tags: ['mystery', 'together'],
    begun: 16,
    days: [-8, 18],
    games: [
      'Return of the Obra Dinn',
      'Disco Elysium',
      'Her Story',
      'Pentiment',
      'Phoenix Wright: Ace Attorney',
      'L.A. Noire',
      'Paranormasight: The Seven Mysteries of Honjo',
      'AI: The Somnium Files',
    ],
  },
  {
    author: 'juno',
    title: 'Two on the sofa',
    slug: 'two-on-the-sofa',
    description: 'One long weekend, one screen, two controllers. Bring somebody who says that they do not play games.',
    type: 'event',
    colors: ['#fbbf24', '#1c1917'],
    tags: ['co-op', 'weekend', 'together'],
    begun: 3,
    days: [20, 22],
    games: [
      'It Takes Two',
      'Overcooked! 2',
      'A Way Out',
      'Portal 2',
      'Cuphead',
      'Castle Crashers',
      'Captain Toad: Treasure Tracker',
    ],
  },
  {
    author: 'mara',
    title: 'Thirteen nights with the lights off',
    slug: 'thirteen-nights-with-the-lights-off',
    description:
      'It is over, and everybody slept eventually. The list stays, for those who begin on a night of their own.',
    type: 'event',
    colors: ['#1a1a1a', '#ff6b5e'],
    tags: ['horror', 'night'],
    begun: 70,
    days: [-45, -33],
    games: [
      'Alien: Isolation',
      'Silent Hill 2',
      'Amnesia: The Dark Descent',
      'Outlast',
      'Little Nightmares II',
      'Alan Wake II',
      'Mouthwashing',
      'Inscryption',
      'Bloodborne',
      'Resident Evil 4',
      'Pathologic',
      'Subnautica',
      'Buckshot Roulette',
    ],
  },
  {
    author: 'mara',
    title: 'From the map outward',
    slug: 'from-the-map-outward',
    description:
      'From the first corridor in 1986 to the caves of last year: get a thing, remember a door, go back. Roughly in order of release.',
    type: 'genre',
    colors: ['#2b4c7e', '#f4f9ff'],
    tags: ['metroidvania', 'exploration', '2D'],
    begun: 110,
    games: [
      'Metroid',
      'Super Metroid',
      'Castlevania: Symphony of the Night',
      'Metroid Fusion',
      'Castlevania: Aria of Sorrow',
      'Cave Story',
      'Ori and the Blind Forest',
      'Axiom Verge',
      'Hollow Knight',
      'Bloodstained: Ritual of the Night',
      'Blasphemous',
      'Metroid Dread',
      'Animal Well',
      'Nine Sols',
      'Hollow Knight: Silksong',
    ],
  },
  {
    author: 'juno',
    title: 'A Sunday of building',
    slug: 'a-sunday-of-building',
    description: 'Roads, farms, canals and the quiet pride of a street that works. It rains outside; let it.',
    type: 'genre',
    colors: ['#dbe7c9', '#294b29'],
    tags: ['city builder', 'management', 'calm'],
    begun: 35,
    games: [
      'SimCity 2000',
      'Anno 1800',
      'Banished',
      'Frostpunk',
      'Against the Storm',
      'Planet Coaster',
      'Pharaoh',
      'Dorfromantik',
      'Tropico 4',
    ],
  },
  {
    author: 'mara',
    title: 'Done before dinner',
    slug: 'done-before-dinner',
    description: 'Begin after lunch, finish with the credits, and have something to talk about at the table.',
    type: 'custom',
    colors: ['#fde2e4', '#5a189a'],
    tags: ['short', 'one sitting'],
    begun: 27,
    games: ['Unpacking', 'Gris', 'Limbo', 'Florence', 'Journey', 'Brothers: A Tale of Two Sons', 'Monument Valley'],
  },
  {
    author: 'juno',
    title: 'Soundtracks first, games second',
    slug: 'soundtracks-first-games-second',
    description: 'Still listening. The order is wrong and the last three are missing.',
    type: 'custom',
    colors: ['#4a4e69', '#f2e9e4'],
    tags: ['music'],
    begun: 1,
    isDraft: true,
    games: ['NieR: Automata', 'Chrono Trigger', 'Transistor', 'Celeste', 'Sayonara Wild Hearts', 'Bastion'],
  },
]

/** Inserts the playlists of the site. */
export async function insertPlaylists(
  db: Db,
  people: readonly { id: string; username: string }[],
  now: Date,
): Promise<void> {
  const idOf = new Map(people.map(({ id, username }) => [username, id]))
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const dayIn = (days: number) => ago(-days).toISOString().slice(0, 10)
  const stored = await listGamesByName(db, [...new Set(PLAYLISTS.flatMap(({ games }) => games))])
  for (const [at, { author, games, begun, colors, tags, days, isDraft = false, ...words }] of PLAYLISTS.entries()) {
    const gameIds = games.flatMap((name) => stored.get(name) ?? [])
    const [backgroundColor, textColor] = colors
    const { id } = await db
      .insertInto('playlists')
      .values({
        ...words,
        is_published: !isDraft,
        published_at: isDraft ? null : ago(begun),
        start_date: days ? dayIn(days[0]) : null,
        end_date: days ? dayIn(days[1]) : null,
        metadata: JSON.stringify({ backgroundColor, textColor, tags }),
        display_order: at + 1,
        games_count: gameIds.length,
        created_by: idOf.get(author) ?? null,
        created_at: ago(begun),
        updated_at: ago(begun),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('playlist_slugs')
      .values({ slug: words.slug, playlist_id: id, created_at: ago(begun) })
      .execute()
    await db
      .insertInto('playlist_games')
      .values(gameIds.map((game_id, at) => ({ playlist_id: id, game_id, display_order: at + 1, added_at: ago(begun) })))
      .execute()
  }
}

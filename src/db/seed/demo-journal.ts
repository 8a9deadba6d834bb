import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'

interface DemoJournalEntry {
  /** Days before now. */
  ago: number
  /** The name of a game. The seed omits the entry if the catalogue lacks the game. */
  game?: string
  title?: string
  words: string
  /** Percent and total hours of a progress entry. An entry without them is a daily entry. */
  at?: readonly [progress: number, hours: number]
}

const JOURNALS: Record<string, readonly DemoJournalEntry[]> = {
  mara: [
    {
      ago: 0.3,
      game: 'Disco Elysium',
      at: [62, 19.33],
      words: 'Kim wrote something in his notebook when I sang. I would give a great deal to read that page.',
    },
    {
      ago: 1.2,
      title: 'Nothing but rain',
      words:
        'Two hours on the sofa with the tide chart of a town that does not exist. The dog slept on the controller.',
    },
    {
      ago: 3,
      game: 'Tunic',
      at: [34, 6.75],
      words:
        'Found a page of the manual that explains the last three. I had been holding the shield the wrong way round for a week.',
    },
    {
      ago: 5,
      game: 'Blue Prince',
      at: [41, 11.5],
      words: 'Drew the house on squared paper. It is not the same house as on Tuesday.',
    },
    {
      ago: 7.1,
      game: 'Disco Elysium',
      words: 'Did not play. Thought about the hanged man on the tram the whole way home.',
    },
    { ago: 9, game: 'Blue Prince', at: [33, 9], words: 'Room 46 is not where I thought. Of course it is not.' },
    {
      ago: 13,
      game: 'Into the Breach',
      title: 'Three islands, one mech left',
      at: [88, 31.08],
      words: 'Lost two pilots and saved every single building. The best evening with it since the spring.',
    },
    { ago: 16, game: 'Disco Elysium', at: [44, 13.5], words: 'The roof, at last. Kim was kind about it.' },
    {
      ago: 21,
      words:
        'Sorted the shelf instead of playing. Eleven games that I bought and have never begun; six of them are the same game.',
    },
    {
      ago: 27,
      game: 'Tunic',
      at: [21, 4.5],
      words: 'A golden path under the well. I stood there with the lamp for a while before I followed it.',
    },
    {
      ago: 34,
      title: 'Birthday',
      game: 'A Short Hike',
      words:
        'Walked up the mountain again, as every year. Took the long way past the lighthouse and met the same turtle.',
    },
    {
      ago: 41,
      game: 'Disco Elysium',
      at: [17, 5],
      words: 'Could not get the tie off the ceiling fan. Got a friend instead.',
    },
    {
      ago: 60,
      game: 'A Short Hike',
      at: [100, 2.25],
      words: 'Called home from the top. I knew that it was coming and it got me again.',
    },
    {
      ago: 74,
      game: 'Into the Breach',
      at: [70, 24],
      words: 'Played on the ferry, both ways. The sea was calmer than the islands.',
    },
    { ago: 95, words: 'Power cut from nine to eleven. Board game by candle, and nobody looked anything up.' },
    { ago: 120, game: 'Balatro', words: 'One more run, I said at ten. It is ten past one.' },
    {
      ago: 190,
      game: 'Balatro',
      title: 'Naneinf, nearly',
      at: [100, 46],
      words: 'The flush that ends all flushes. I have no more to say to this game, and I will start it again tomorrow.',
    },
    {
      ago: 250,
      game: 'Elden Ring',
      at: [18, 14],
      words: 'Sold the sword, bought nothing, went to bed. It is a beautiful place, and I am not wanted there.',
    },
    {
      ago: 300,
      game: 'Pentiment',
      at: [100, 21.5],
      words: 'The bell at the end. Sat there until the credits had gone through twice.',
    },
    {
      ago: 318,
      game: 'Pentiment',
      at: [60, 13],
      words: 'Ate with the miller. I have never felt so watched by a plate of soup.',
    },
    {
      ago: 365,
      game: 'Outer Wilds',
      title: 'A year ago I knew nothing',
      words: 'Flew into the sun on purpose this time, to see what it says in the log. It says what you would expect.',
    },
    {
      ago: 430,
      game: 'Outer Wilds',
      at: [100, 27.5],
      words: 'All of them around the fire, and the song put together. I am not all right.',
    },
    {
      ago: 610,
      game: 'Undertale',
      at: [100, 9.5],
      words: 'Spared everybody. Went back and apologised to the one that I had not.',
    },
  ],
  juno: [
    {
      ago: 0.15,
      game: 'Return of the Obra Dinn',
      at: [100, 11.67],
      words:
        'Sixty fates, one pocket watch. The last three were the seamen with the tattoos, and I had guessed one of them right for the wrong reason.',
    },
    {
      ago: 0.1,
      game: 'Animal Well',
      at: [55, 8.5],
      words: 'The ghost cat follows the light. I drew it on the map with an exclamation mark.',
    },
    {
      ago: 2,
      game: 'Return of the Obra Dinn',
      at: [70, 8],
      words: 'The bagpipes. That is all that I will write down.',
    },
    { ago: 6, words: 'Went to the actual lighthouse. It was closed. I looked for the fuse box out of habit.' },
    {
      ago: 12,
      game: 'Cocoon',
      at: [100, 5.5],
      words: 'Carried a world in a world in a world and put it down carefully.',
    },
    { ago: 48, game: 'Her Story', words: 'Typed the word “mirror” and closed the laptop for the night.' },
  ],
  wren: [
    {
      ago: 0.3,
      game: 'Stardew Valley',
      at: [72, 61.5],
      words: 'Third winter. Gave everybody a pumpkin, including the one who hates pumpkins.',
    },
    {
      ago: 4,
      game: 'Stardew Valley',
      at: [66, 57],
      words: 'Rebuilt the greenhouse. It rained indoors for one wonderful second because I had left the hose on.',
    },
    { ago: 11, title: 'Plan for spring', words: 'Strawberries along the river, no ducks, be nice to the wizard.' },
    {
      ago: 39,
      game: 'Stardew Valley',
      at: [31, 26],
      words: 'Skull cavern, floor nine. Something in the cellar of my own house makes the same noise.',
    },
  ],
  marguerite: [
    {
      ago: 0.7,
      game: 'Slay the Spire',
      at: [64, 133.5],
      words: 'The Heart, twenty-eight damage short. Luc says one should block. Luc is eleven.',
    },
    {
      ago: 3.2,
      game: 'Slay the Spire',
      at: [61, 128],
      words: 'Beat the Heart with the Silent and a deck of knives. Called Luc at once. He was at school.',
    },
    { ago: 8, words: 'Cards with the neighbours. They play for money now and I play for honour, so I lose both.' },
    {
      ago: 26,
      game: 'Slay the Spire',
      at: [50, 104],
      words: 'My doctor asked what I do for my memory. I explained the Defect to him. He took notes.',
    },
  ],
}

/**
 * Inserts the journals of some members, and an entry for every review and list of the demo world (C24, C56). The id of
 * a row contains its time of creation.
 */
export async function insertJournals(
  db: Db,
  people: readonly { id: string; username: string }[],
  games: readonly { id: string; name: string }[],
  now: Date,
  idAt: (at: Date) => string,
): Promise<void> {
  const gameIds = new Map(games.map(({ id, name }) => [name, id]))
  const rows = people.flatMap(({ id, username }) =>
    (JOURNALS[username] ?? []).flatMap(({ ago, game, title, words, at }) => {
      const gameId = game === undefined ? null : gameIds.get(game)
      if (gameId === undefined) return []
      const written = new Date(now.getTime() - ago * DAY_MS)
      return {
        id: idAt(written),
        user_id: id,
        type: at ? 'progress' : 'daily',
        date: written.toISOString().slice(0, 10),
        title: title ?? null,
        content: words,
        game_id: gameId,
        progress: at?.[0] ?? null,
        hours_played: at?.[1] ?? null,
        created_at: written,
        updated_at: written,
      }
    }),
  )
  await sql`
    insert into journal_entries
      (id, user_id, type, date, title, content, game_id, progress, hours_played, created_at, updated_at)
    select id, user_id, type, date, title, content, game_id, progress, hours_played, created_at, updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      id uuid, user_id uuid, type text, date date, title text, content text, game_id text, progress smallint,
      hours_played numeric, created_at timestamptz, updated_at timestamptz)`.execute(db)
  await sql`
    insert into journal_entries (user_id, type, date, game_id, review_id, created_at, updated_at)
    select user_id, 'review', created_at::date, game_id, id, created_at, updated_at from reviews
    on conflict (review_id) do nothing`.execute(db)
  await sql`
    insert into journal_entries (user_id, type, date, list_id, created_at, updated_at)
    select user_id, 'list', created_at::date, id, created_at, updated_at from lists
    on conflict (list_id) do nothing`.execute(db)
}

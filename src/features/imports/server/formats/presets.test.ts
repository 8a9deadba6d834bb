import { describe, expect, test } from 'vitest'
import { importFixture, neodbArchive, readImport } from '#tests/support/import-files.ts'
import { PRESETS, type Preset, type RecordPlaythrough } from '../../imported-record.rules.ts'
import { presetsOf } from './detect.ts'
import { readImportFile } from './reading/read-file.ts'

const FIXTURES: readonly (readonly [file: string, preset: Preset])[] = [
  ['savepoint.json', 'savepoint'],
  ['backloggd.csv', 'backloggd-csv'],
  ['backloggd.json', 'backloggd-json'],
  ['backloggd-transfer.json', 'backloggd-transfer'],
  ['howlongtobeat.csv', 'howlongtobeat'],
  ['grouvee.csv', 'grouvee'],
  ['infinite-backlog.csv', 'infinite-backlog'],
  ['yamtrack-2024.csv', 'yamtrack'],
  ['yamtrack-2025.csv', 'yamtrack'],
  ['yamtrack.csv', 'yamtrack'],
  ['ryot.json', 'ryot'],
  ['neodb.zip', 'neodb'],
  ['nexorious.json', 'nexorious-json'],
  ['nexorious.csv', 'nexorious-csv'],
  ['gg.json', 'gg'],
  ['rawg.json', 'rawg'],
  ['rawg-answer.json', 'rawg'],
  ['steam.json', 'steam'],
  ['gog.csv', 'gog'],
  ['gog-first.csv', 'gog'],
  ['playnite.csv', 'playnite'],
  ['playnite-default.csv', 'playnite'],
  ['completionator.csv', 'completionator'],
  ['darkadia.csv', 'darkadia'],
  ['vglist.json', 'vglist'],
  ['want-to-play.csv', 'igdb-list'],
]

const bytesOf = (file: string) => (file === 'neodb.zip' ? neodbArchive() : importFixture(file))
const read = (file: string) => readImport(bytesOf(file), file)

const played = (part: Partial<RecordPlaythrough>): RecordPlaythrough => ({
  platform: null,
  started_on: null,
  finished_on: null,
  finish_level: 'unfinished',
  is_replay: false,
  hours: null,
  ...part,
})
const copied = (part: object) => ({
  platform: null,
  store: null,
  edition: null,
  is_physical: null,
  acquired_on: null,
  price: null,
  ...part,
})

describe('recognition', () => {
  test.each(FIXTURES)('%s has the signature of %s and no other', async (file, preset) => {
    expect(presetsOf(await readImportFile(bytesOf(file), file))).toEqual([preset])
    expect((await read(file)).preset).toBe(preset)
  })

  // Windows-1252 has no byte order mark.
  test.each(FIXTURES.filter(([file]) => file.endsWith('.csv') && file !== 'completionator.csv'))(
    '%s says the same with a byte order mark and the line ends of Windows',
    async (file) => {
      const text = bytesOf(file).toString().replaceAll(/\r?\n/g, '\r\n')
      const { preset, records } = await readImport(Buffer.from(`\ufeff${text}`), file)
      const original = await read(file)
      expect(preset).toBe(original.preset)
      const plain = (given: unknown) => JSON.stringify(given).replaceAll('\\r\\n', '\\n')
      expect(plain(records)).toBe(plain(original.records))
    },
  )

  test('every preset has a fixture', () => {
    const without = PRESETS.filter((preset) => !FIXTURES.some(([, of]) => of === preset))
    expect(without).toEqual(['mapped'])
  })

  test('a table that nothing recognises has no preset', async () => {
    const upload = await readImportFile(importFixture('spreadsheet.csv'), 'spreadsheet.csv')
    expect(presetsOf(upload)).toEqual([])
  })
})

describe('Backloggd', () => {
  test('CSV: flags, half stars, a review of several lines, the slug of the address, a year as the date', async () => {
    const { titled } = await read('backloggd.csv')
    expect(titled('Hollow Knight')).toMatchObject({
      rows: [2],
      ids: { slug: 'hollow-knight' },
      status: 'completed',
      rating: 9,
      hours: 61.5,
      is_liked: true,
      notes: 'Time to finish: 40.25 h',
      review: { text: 'Deep, dark\nand hard.', is_spoiler: true },
      playthroughs: [
        played({ started_on: '2019-03-02', finished_on: '2019-05-11', finish_level: 'completionist', hours: 58 }),
      ],
      losses: [],
    })
    // Played before and playing now.
    expect(titled('Outer Wilds')).toMatchObject({ rows: [4], status: 'playing', rating: null })
    expect(titled('Outer Wilds').playthroughs[0]?.is_replay).toBe(true)
    expect(titled('Silksong')).toMatchObject({
      status: 'want_to_play',
      tags: ['Backlog', 'Wishlist'],
      playthroughs: [],
    })
    expect(titled('Chrono Trigger')).toMatchObject({
      rating: null,
      hours: null,
      playthroughs: [played({ finished_on: '1995', finish_level: 'main_story' })],
      losses: [
        { field: 'Rating', value: '12', reason: 'out-of-range' },
        { field: 'hours', value: '1000000000', reason: 'out-of-range' },
      ],
    })
  })

  test('JSON: the flags come before a status that is always completed', async () => {
    const { titled } = await read('backloggd.json')
    expect(titled('Hollow Knight: Silksong')).toMatchObject({ status: 'want_to_play', tags: ['Wishlist'] })
    expect(titled('Persona 5').status).toBe('dropped')
    expect(titled('Celeste').status).toBeNull()
    expect(titled('Hollow Knight')).toMatchObject({
      status: 'completed',
      hours: 61.5,
      platforms: ['PC (Microsoft Windows)', 'Nintendo Switch'],
      review: { text: 'Deep, dark and hard.', is_spoiler: true },
      notes: 'Beat the Mantis Lords\nReview: Still great.',
    })
    expect(titled('Hollow Knight').playthroughs).toEqual([
      played({
        platform: 'PC (Microsoft Windows)',
        started_on: '2019-03-02',
        finished_on: '2019-05-11',
        finish_level: 'completionist',
        hours: 40.25,
      }),
      played({ platform: 'Nintendo Switch', started_on: '2021-07-01', is_replay: true, hours: 21.25 }),
    ])
  })

  test('transfer file: platforms by number, notes of dates, an entry of version 1', async () => {
    const { titled } = await read('backloggd-transfer.json')
    expect(titled('Raft')).toMatchObject({
      ids: { slug: 'raft' },
      status: 'playing',
      rating: 7,
      hours: 30.5,
      notes: 'Status: shelved\nWith Ana',
      playthroughs: [played({ platform: 'PlayStation 5', started_on: '2024-08-02' })],
    })
    expect(titled('Stray')).toMatchObject({
      status: 'want_to_play',
      rating: 8,
      is_liked: true,
      platforms: ['PlayStation 4'],
    })
  })
})

test('HowLongToBeat: rows are playthroughs, those of two platforms stay apart, four spellings of times, partial dates, own lists, X flags', async () => {
  const { titled, records, unstored } = await read('howlongtobeat.csv')
  expect(unstored).toEqual([])
  const [onPc, onXbox] = records.filter(({ title }) => title === 'Portal 2')
  expect(onPc).toMatchObject({
    rows: [2],
    platforms: ['PC'],
    status: 'completed',
    rating: 9,
    review: { text: 'The best of its kind.', is_spoiler: false },
    added_at: '2013-02-09T15:54:48.000Z',
    tags: ['Online'],
    copies: [copied({ platform: 'PC', store: 'Steam' })],
    playthroughs: [
      played({ platform: 'PC', started_on: '2012', finished_on: '2012-05', finish_level: 'main_story', hours: 8.59 }),
    ],
    losses: [],
  })
  expect(onXbox).toMatchObject({
    rows: [3],
    platforms: ['Xbox 360'],
    playthroughs: [
      played({
        platform: 'Xbox 360',
        finished_on: '2016-04-03',
        finish_level: 'main_extras',
        is_replay: true,
        hours: 10,
      }),
    ],
  })
  expect([onPc, onXbox].flatMap((record) => record?.notes?.split('\n') ?? [])).toEqual([
    'Main Story Notes: No deaths',
    'With Max',
    'Co-Op: 46:30',
    'Speed Any% Notes: glitchless',
    'Speed Any%: 1:02:03',
  ])
  // '0000-00-00' is no date and no loss, a review of 0 no rating.
  expect(titled('Dark Souls')).toMatchObject({
    status: 'dropped',
    rating: null,
    notes: 'Retired Notes: Too hard',
    playthroughs: [played({ platform: 'PlayStation 3', started_on: '2014-03-04', finish_level: 'dropped', hours: 12 })],
    losses: [],
  })
  expect(titled('Hades')).toMatchObject({ status: 'want_to_play', playthroughs: [] })
})

test('Grouvee: JSON inside of cells, None, half stars, shelves as tags, a status beside the shelves', async () => {
  const { titled } = await read('grouvee.csv')
  expect(titled('The Witcher 3: Wild Hunt')).toMatchObject({
    ids: { igdb: 1942 },
    release_year: 2015,
    platforms: ['PC (Microsoft Windows)', 'PlayStation 4'],
    status: 'completed',
    rating: 9,
    hours: 100,
    review: { text: 'A classic\n\nWorth "every" hour.', is_spoiler: false },
    notes: 'Review platform: PlayStation 4',
    tags: ['RPGs'],
    playthroughs: [
      played({ started_on: '2015-05-19', finished_on: '2015-08-01', finish_level: 'main_extras', hours: 100 }),
      played({ finished_on: '2020-01-05', finish_level: 'main_story' }),
    ],
  })
  expect(titled('Stardew Valley')).toMatchObject({
    status: 'playing',
    notes: 'Status: On Hold',
    rating: null,
    losses: [],
  })
  expect(titled('Bloodborne')).toMatchObject({
    status: 'want_to_play',
    losses: [
      { field: 'rating', value: '7', reason: 'out-of-range' },
      { field: 'platforms', value: '{broken', reason: 'unknown-value' },
    ],
  })
})

test('Infinite Backlog: known columns, the others guessed, completion beside the status', async () => {
  const { titled, unstored } = await read('infinite-backlog.csv')
  expect(unstored).toEqual(['Ownership'])
  expect(titled('Metroid Dread')).toMatchObject({
    ids: { igdb: 151665 },
    status: 'completed',
    rating: 8,
    hours: 14.5,
    notes: '100 % items\nSteelbook',
    playthroughs: [played({ platform: 'Nintendo Switch', finish_level: 'completionist' })],
  })
  expect(titled('Animal Crossing: New Horizons').playthroughs[0]?.finish_level).toBe('endless')
  expect(titled('Xenoblade Chronicles 3')).toMatchObject({
    status: 'playing',
    notes: 'Chapter 4\nStatus: Paused',
    playthroughs: [],
  })
  expect(titled('Mother 3').status).toBe('want_to_play')
})

describe('Yamtrack', () => {
  test('2024: repeats, a film, a game without an id of IGDB', async () => {
    const { titled, skipped } = await read('yamtrack-2024.csv')
    expect(skipped).toEqual([{ row: 3, title: 'Fight Club', reason: 'not-a-game' }])
    expect(titled('The Witcher 3: Wild Hunt')).toMatchObject({ ids: { igdb: 1942 }, rating: 10, hours: 120.5 })
    expect(titled('The Witcher 3: Wild Hunt').playthroughs.map(({ is_replay }) => is_replay)).toEqual([
      false,
      true,
      true,
    ])
    expect(titled('A Game of My Own')).toMatchObject({ ids: {}, status: 'playing', hours: 0.75 })
    expect(titled('A Game of My Own').playthroughs[0]?.is_replay).toBe(true)
  })

  test('2025: progress_changed is when the game was last played', async () => {
    const { titled } = await read('yamtrack-2025.csv')
    expect(titled('Grand Theft Auto V')).toMatchObject({
      status: 'playing',
      notes: 'Status: Paused',
      hours: 3,
      last_played_at: '2024-03-02T10:15:30.000Z',
    })
  })

  test('today: repeated rows are playthroughs, and what is played now is the status', async () => {
    const { titled, records } = await read('yamtrack.csv')
    expect(records).toHaveLength(2)
    expect(titled('The Last of Us Part II')).toMatchObject({
      rows: [2, 3],
      status: 'playing',
      rating: 9,
      hours: 28.17,
      added_at: '2020-06-18T08:00:00.000Z',
      last_played_at: '2024-01-20T20:00:00.000Z',
      losses: [{ field: 'rating', value: '8', reason: 'second-value' }],
    })
    expect(titled('The Last of Us Part II').playthroughs).toHaveLength(2)
    expect(titled('Elden Ring')).toMatchObject({ status: 'want_to_play', hours: null, playthroughs: [] })
  })
})

test('Ryot: only video games, seconds, own collections as tags, comments of others stay there', async () => {
  const { titled, skipped } = await read('ryot.json')
  expect(skipped).toEqual([{ row: 2, title: 'Fight Club', reason: 'not-a-game' }])
  expect(titled('Stardew Valley')).toMatchObject({
    rows: [1],
    ids: { igdb: 17000 },
    status: 'playing',
    rating: 9,
    completion: 100,
    hours: 100,
    notes: 'Status: on_a_hold',
    review: { text: 'A farm of peace.', is_spoiler: true },
    tags: ['Cosy'],
    losses: [{ field: 'comments', value: 'So true!', reason: 'unknown-field' }],
  })
  expect(titled('Stardew Valley').playthroughs[0]).toEqual(
    played({
      platform: 'Nintendo Switch',
      started_on: '2023-02-01',
      finished_on: '2023-06-01',
      finish_level: 'main_story',
      hours: 100,
    }),
  )
  expect(titled('Bastion')).toMatchObject({ ids: {}, status: 'want_to_play' })
})

test('Ryot: its words in the other spelling of the wire', async () => {
  const item = (states: string[]) => ({
    lot: 'VIDEO_GAME',
    source: 'IGDB',
    identifier: '17000',
    source_id: 'Stardew Valley',
    reviews: [],
    collections: [],
    seen_history: states.map((state) => ({ state, progress: '10' })),
  })
  for (const [states, status] of [
    [['InProgress'], 'playing'],
    [['OnAHold'], 'playing'],
    [['COMPLETED'], 'completed'],
    [['Dropped', 'IN_PROGRESS'], 'playing'],
  ] as const) {
    const text = JSON.stringify({ metadata: [item([...states])] })
    const { preset, titled } = await readImport(Buffer.from(text), 'ryot.json')
    expect([preset, titled('Stardew Valley')]).toMatchObject(['ryot', { ids: { igdb: 17000 }, status, losses: [] }])
  }
})

test('NeoDB: three tables join by their links, the place of a column says which of two names it is', async () => {
  const { titled, records } = await read('neodb.zip')
  expect(records).toHaveLength(4)
  expect(titled('Disco Elysium')).toMatchObject({
    ids: { slug: 'disco-elysium', steam: 632470 },
    release_year: 2019,
    status: 'completed',
    rating: 10,
    notes: 'Hardcore to the mega.',
    review: { text: 'On failure\n\nA game about *failing*, with grace.', is_spoiler: false },
    tags: ['rpg', 'favourites'],
    added_at: '2021-03-04T10:00:00.000Z',
  })
  expect(titled('Kentucky Route Zero')).toMatchObject({
    status: 'playing',
    notes: 'Act II, Barn: The dog has no name.',
  })
  expect(titled('Ico').status).toBe('want_to_play')
  expect(titled('Anthem')).toMatchObject({ status: 'dropped', rating: 3 })
})

test('our own export has each game with its playthroughs and its review', async () => {
  const { records, unstored } = await read('savepoint.json')
  expect(unstored).toEqual(['achievements_completed'])
  expect(records).toEqual([
    {
      rows: [2],
      title: 'Our Own Game',
      ids: { own: 'local_7' },
      release_year: null,
      platforms: [],
      status: 'want_to_play',
      rating: null,
      hours: null,
      completion: 0,
      is_liked: false,
      notes: null,
      review: null,
      added_at: '2026-01-03T03:04:05.006Z',
      last_played_at: null,
      playthroughs: [],
      copies: [],
      tags: [],
      losses: [],
      is_exact: true,
    },
    {
      rows: [1],
      title: 'The Witcher 3: Wild Hunt',
      ids: { own: 'igdb_1942', slug: 'the-witcher-3-wild-hunt', steam: 292030 },
      release_year: 2015,
      platforms: ['PC (Microsoft Windows)'],
      status: 'completed',
      rating: 9,
      hours: 52.25,
      completion: 87.5,
      is_liked: true,
      notes: ' =Twice\n-Again ',
      review: {
        text: 'Long and good.',
        is_spoiler: true,
        own: {
          key: '0197a1b2-0000-7000-8000-000000000006',
          rating: 4.5,
          is_public: true,
          spoils_to: 50,
          platform: 'Nintendo Switch',
          created_at: '2026-02-03T04:05:06.007Z',
          updated_at: '2026-02-03T04:05:06.007Z',
          hours: 52.25,
          finish_level: 'main_extras',
          written_at: 100,
          playthrough_id: '0197a1b2-0000-7000-8000-000000000004',
        },
      },
      achievements: [
        {
          id: '0197a1b2-0000-7000-8000-000000000007',
          external_id: '12',
          name: 'Lilac',
          unlocked_at: '2026-01-30T18:00:00.000Z',
        },
      ],
      added_at: '2026-01-02T03:04:05.006Z',
      last_played_at: '2026-02-01T20:00:00.000Z',
      playthroughs: [
        played({
          key: '0197a1b2-0000-7000-8000-000000000004',
          platform: 'Nintendo Switch',
          started_on: '2025-12',
          finished_on: '2026-01-31',
          finish_level: 'main_extras',
        }),
        played({
          key: '0197a1b2-0000-7000-8000-000000000005',
          started_on: '2019',
          finish_level: 'completionist',
          is_replay: true,
        }),
      ],
      copies: [
        copied({
          platform: 'Nintendo Switch',
          edition: 'Complete',
          is_physical: true,
          acquired_on: '2019-10',
          price: 'EUR 39.99',
          lent_to: 'Bob',
        }),
      ],
      tags: [],
      losses: [],
      is_exact: true,
    },
  ])
})

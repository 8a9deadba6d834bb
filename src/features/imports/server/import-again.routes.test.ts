import { describe, expect, test } from 'vitest'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'

// A later file of the tracker whose earlier file the member has imported.
const { app, ann, read, step, write, stateOf, rowsOf } = useImportsApp()

const entries = () =>
  app.db.selectFrom('user_games').select(['status', 'play_time', 'user_rating', 'updated_at']).execute()
const entry = async () => {
  const [{ status, play_time } = { status: '', play_time: 0 }, ...others] = await entries()
  expect(others).toEqual([])
  return [status, play_time]
}
const runs = () =>
  app.db
    .selectFrom('playthroughs')
    .select(['started_on', 'finished_on', 'finish_level', 'platform', 'is_paused', 'updated_at'])
    .orderBy('started_on')
    .execute()
const days = async () => (await runs()).map(({ started_on, finished_on }) => [started_on, finished_on])
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}

const HLTB =
  'Title,Platform,Playing,Backlog,Replay,Completed,Retired,Start Date,Completion Date,Progress,Main Story,Main + Extras,Completionist'
/** A collection of Grouvee with one game. */
const grouvee = (shelf: string, seconds: number, end: string) =>
  JSON.stringify({
    export_format_version: 2,
    collection: [
      {
        ...{ id: 1, name: 'Marmot Quest', igdb_id: 1, rating: null, shelves: { [shelf]: {} } },
        dates: [{ date_started: '2024-01-01', date_finished: end, seconds_played: seconds, level_of_completion: null }],
      },
    ],
  })
const backloggdJson = (log: object, finish_date: string | null) =>
  JSON.stringify([
    {
      ...{ id: 9, name: 'Marmot Quest', most_recent_playthrough_id: 71, game_log: log },
      playthroughs: { 71: { id: 71, start_date: '2024-01-01', finish_date } },
    },
  ])
const BACKLOGGD =
  'ID,Game Name,Played,Currently Playing,In Backlog,In Wishlist,Liked,Rating,Mastered,Start Date,Finish Date,Total Hours,Total Minutes,Playthrough Hours,Playthrough Minutes,Playthrough Hours to Finish,Playthrough Minutes to Finish,Playthrough Hours to Master,Playthrough Minutes to Master,Replay,Review,Review Contains Spoilers,Backloggd URL'
const backloggd = (flags: string, end: string, hours: number) =>
  `${BACKLOGGD}\n9,Marmot Quest,${flags},false,false,false,,false,2024-01-01,${end},${hours},0,,,,,,,false,,false,https://www.backloggd.com/games/marmot-quest/\n`
const FILES: Record<string, { first: string; second: string; name?: string }> = {
  Yamtrack: {
    first: yamtrack([1, 'Marmot Quest', '', 10, 'In progress', '2024-01-01']),
    second: yamtrack([1, 'Marmot Quest', '', 14, 'Completed', '2024-01-01', '2024-02-01']),
  },
  HowLongToBeat: {
    first: `${HLTB}\nMarmot Quest,PC,✓,,,,,2024-01-01,,10:00:00,,,`,
    second: `${HLTB}\nMarmot Quest,PC,,,,✓,,2024-01-01,2024-02-01,14:00:00,,,`,
  },
  Grouvee: {
    first: grouvee('Playing', 36_000, 'None'),
    second: grouvee('Played', 50_400, '2024-02-01'),
    name: 'grouvee_export.json',
  },
  'Backloggd (CSV)': { first: backloggd('false,true', '', 10), second: backloggd('true,false', '2024-02-01', 14) },
  'Backloggd (JSON)': {
    first: backloggdJson({ is_playing: true, total_hours: 10 }, null),
    second: backloggdJson({ is_play: true, status: 'completed', total_hours: 14 }, '2024-02-01'),
    name: 'backloggd.json',
  },
  'our own export': {
    first: exported({ status: 'playing', play_time: 10 }, { finish_level: 'unfinished' }),
    second: exported({ status: 'completed', play_time: 14 }, { finished_on: '2024-02-01', finish_level: 'main_story' }),
    name: 'data.json',
  },
}
function exported(values: object, run: object, sessions: readonly object[] = []): string {
  const GAME = { game_id: 'igdb_1', game_name: 'Marmot Quest' }
  return JSON.stringify({
    format: 'savepoint-export',
    version: 1,
    data: {
      user_games: [{ ...GAME, completion_percentage: 0, is_liked: false, ...values }],
      playthroughs: [{ ...GAME, id: 'run', platform: 'PC', started_on: '2024-01-01', is_replay: false, ...run }],
      play_sessions: sessions.map((one) => ({ ...GAME, playthrough_id: 'run', note: null, origin: 'typed', ...one })),
    },
  })
}

describe.each(Object.entries(FILES))('a later file of %s', (_, { first, second, name }) => {
  test('continues also when the earlier imports can no longer be undone', async () => {
    const id = await write(ann, first, name)
    later()
    await write(ann, first, name)
    app.time.now = new Date('2026-12-21T12:00:00Z')
    await app.run('prune-imports')
    expect((await ann.get(`/api/imports/${id}`)).status).toBe(404)
    expect((await ann.get('/api/imports')).body.imports).toEqual([])
    await write(ann, second, name)
    expect([await entry(), await days()]).toEqual([['completed', 14], [['2024-01-01', '2024-02-01']]])
  })

  test('continues: one playthrough that ends, the later status, the larger hours; its undo goes back to the first', async () => {
    await write(ann, first, name)
    expect([await entry(), await days()]).toEqual([['playing', 10], [['2024-01-01', null]]])
    const before = [await entries(), await runs()]
    later()
    const id = await read(ann, second, name)
    const [row] = await rowsOf(ann, id)
    expect([row.outcome, row.losses]).toEqual(['changed', []])
    expect(row.changes).toContainEqual(expect.objectContaining({ field: 'Status', after: 'Completed' }))
    const shown = (changes: { field: string }[]) => changes.filter(({ field }) => field === 'Playthroughs')
    expect(shown(row.changes)).toEqual([
      expect.objectContaining({
        before: expect.stringContaining('from Jan 1, 2024'),
        after: expect.stringContaining('to Feb 1, 2024'),
      }),
    ])
    await step(ann, id, 'apply')
    expect([await entry(), await days()]).toEqual([['completed', 14], [['2024-01-01', '2024-02-01']]])
    expect(shown((await rowsOf(ann, id))[0].changes)).toEqual(shown(row.changes))
    later()
    await step(ann, id, 'undo')
    expect([await entries(), await runs()]).toEqual(before)
    expect((await rowsOf(ann, id))[0].reason).toMatch(/as it was/i)
  })

  test('changes nothing a second time, and an earlier file takes nothing back', async () => {
    await write(ann, first, name)
    await write(ann, second, name)
    const before = [await entries(), await runs()]
    for (const file of [second, first]) {
      const id = await read(ann, file, name)
      expect(await stateOf(ann, id)).toMatchObject({ counts: { new: 0, changed: 0, same: 1 } })
      await step(ann, id, 'apply')
    }
    expect([await entries(), await runs()]).toEqual(before)
  })

  test('leaves what the member has changed since, and says so', async () => {
    await write(ann, first, name)
    later()
    await app.db.updateTable('user_games').set({ status: 'dropped', play_time: 20 }).execute()
    await app.db
      .updateTable('playthroughs')
      .set({ finished_on: '2024-01-20', finish_level: 'dropped', updated_at: app.time.now })
      .execute()
    const id = await read(ann, second, name)
    const [row] = await rowsOf(ann, id)
    expect(row.losses).toEqual([
      'Status: you have changed this since an earlier import, and it stays as it is',
      'Hours: you have changed this since an earlier import, and it stays as it is',
      'Playthroughs: you have changed this since an earlier import, and it stays as it is',
    ])
    await step(ann, id, 'apply')
    expect([await entry(), await days()]).toEqual([['dropped', 20], [['2024-01-01', '2024-01-20']]])
  })
})

const PLAYNITE = 'Name,Completion Status,Time Played,Last Activity,PluginId,Id'
const ofPlaynite = (status: string, seconds: number, day: string) =>
  `${PLAYNITE}\nMarmot Quest,${status},${seconds},${day},aebe8b7c-6dc3-4a66-af31-e7375c6b5e9e,1\n`

test('a later file of Playnite, which has no playthroughs, moves the status, the hours and the last day on', async () => {
  await write(ann, ofPlaynite('Playing', 36_000, '2024-01-01 20:00:00'), 'library.csv')
  expect([await entry(), await days()]).toEqual([['playing', 10], []])
  const before = await entries()
  later()
  const id = await write(ann, ofPlaynite('Completed', 50_400, '2024-02-01 20:00:00'), 'library.csv')
  const [{ last_played_at } = { last_played_at: null }] = await app.db
    .selectFrom('user_games')
    .select('last_played_at')
    .execute()
  expect([await entry(), await days(), last_played_at]).toEqual([
    ['completed', 14],
    [],
    new Date('2024-02-01T20:00:00.000Z'),
  ])
  const again = await read(ann, ofPlaynite('Playing', 36_000, '2024-01-01 20:00:00'), 'library.csv')
  expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, changed: 0, same: 1 } })
  expect((await ann.delete(`/api/imports/${again}`)).status).toBe(204)
  await step(ann, id, 'undo')
  expect(await entries()).toEqual(before)
})

test('a file of another tracker changes no status and no hours', async () => {
  await write(ann, FILES.HowLongToBeat!.first)
  await write(ann, FILES.Yamtrack!.second)
  expect(await entry()).toEqual(['playing', 10])
})

test('what the member had before the first file is theirs', async () => {
  await app.db
    .insertInto('user_games')
    .values({ user_id: ann.user.id, game_id: 'igdb_1', status: 'playing', play_time: 10 })
    .execute()
  await write(ann, yamtrack([1, 'Marmot Quest', 8, 10, 'In progress']))
  await write(ann, yamtrack([1, 'Marmot Quest', 8, 14, 'Completed']))
  expect(await entry()).toEqual(['playing', 10])
})

test('an import that was undone is forgotten, and a second playthrough is added beside the first', async () => {
  const id = await write(ann, yamtrack([1, 'Marmot Quest', '', 10, 'Completed', '2024-01-01', '2024-02-01']))
  await write(
    ann,
    yamtrack(
      [1, 'Marmot Quest', '', 10, 'Completed', '2024-01-01', '2024-02-01'],
      [1, 'Marmot Quest', '', 5, 'Completed', '2025-01-01', '2025-02-01'],
    ),
  )
  expect(await days()).toEqual([
    ['2024-01-01', '2024-02-01'],
    ['2025-01-01', '2025-02-01'],
  ])
  await step(ann, id, 'undo')
  expect(await days()).toEqual([['2025-01-01', '2025-02-01']])
})

describe('a later export with play sessions', () => {
  const session = (day: string, minutes: number) => ({ played_on: day, minutes, ended_at: `${day}T20:00:00.000Z` })
  const [first, second, third] = [session('2026-01-01', 120), session('2026-01-02', 60), session('2026-01-03', 90)]
  const open = { finish_level: 'unfinished' }
  // Five hours belong to no session.
  const earlier = exported({ status: 'playing', play_time: 8 }, open, [first, second])
  const newer = exported({ status: 'playing', play_time: 9.5 }, open, [first, second, third])
  const sessions = async () => {
    const all = await app.db.selectFrom('play_sessions').select(['minutes']).orderBy('ended_at').execute()
    return all.map(({ minutes }) => minutes)
  }
  const totals = () => app.db.selectFrom('user_games').select(['play_time', 'undated_hours']).execute()

  test('adds the new ones to the playthrough that is there; its undo takes them back', async () => {
    await write(ann, earlier, 'data.json')
    expect([await sessions(), await totals()]).toEqual([[120, 60], [{ play_time: 8, undated_hours: 5 }]])
    const before = [await entries(), await runs()]
    later()
    const id = await read(ann, newer, 'data.json')
    expect((await rowsOf(ann, id))[0].changes).toContainEqual({ field: 'Play sessions', before: null, after: '1' })
    await step(ann, id, 'apply')
    expect([await sessions(), await totals()]).toEqual([[120, 60, 90], [{ play_time: 9.5, undated_hours: 5 }]])
    expect(await days()).toHaveLength(1)
    const again = await read(ann, newer, 'data.json')
    expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, changed: 0, same: 1 } })
    await step(ann, again, 'apply')
    await step(ann, id, 'undo')
    expect([await sessions(), await entries(), await runs()]).toEqual([[120, 60], ...before])
  })

  test('adds their hours to those of the member, and brings no deleted one back', async () => {
    await write(ann, earlier, 'data.json')
    await app.db.deleteFrom('play_sessions').where('minutes', '=', 60).execute()
    expect(await totals()).toEqual([{ play_time: 7, undated_hours: 5 }])
    await write(ann, newer, 'data.json')
    expect([await sessions(), await totals()]).toEqual([[120, 90], [{ play_time: 8.5, undated_hours: 5 }]])
  })

  test('adds none to an entry that no export wrote', async () => {
    const entry = { user_id: ann.user.id, game_id: 'igdb_1', status: 'playing', play_time: 3 }
    await app.db.insertInto('user_games').values(entry).execute()
    await write(ann, newer, 'data.json')
    expect([await sessions(), await totals()]).toEqual([[], [{ play_time: 3, undated_hours: 3 }]])
  })
})

test('the cached reviews of a game show the playthrough as an import and its undo leave it', async () => {
  const { first, second } = FILES.HowLongToBeat as { first: string; second: string }
  await write(ann, first)
  const run = await app.db.selectFrom('playthroughs').select('id').executeTakeFirstOrThrow()
  const draft = { game_id: 'igdb_1', playthrough_id: run.id, rating: 4, review_text: 'Good.', is_public: true }
  expect((await ann.post('/api/reviews', draft)).status).toBe(201)
  const year = async () => (await app.visitor().get('/api/games/igdb_1/reviews')).body.data[0].run.year
  await app.settle()
  expect(await year()).toBe(2024)
  later()
  const again = await write(ann, second.replace('2024-02-01', '2025-02-01'))
  expect(await year()).toBe(2025)
  await step(ann, again, 'undo')
  expect(await year()).toBe(2024)
})

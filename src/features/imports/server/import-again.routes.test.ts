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
const FILES: Record<string, { first: string; second: string; name?: string }> = {
  Yamtrack: {
    first: yamtrack([1, 'Marmot Quest', '', 10, 'In progress', '2024-01-01']),
    second: yamtrack([1, 'Marmot Quest', '', 14, 'Completed', '2024-01-01', '2024-02-01']),
  },
  HowLongToBeat: {
    first: `${HLTB}\nMarmot Quest,PC,✓,,,,,2024-01-01,,10:00:00,,,`,
    second: `${HLTB}\nMarmot Quest,PC,,,,✓,,2024-01-01,2024-02-01,14:00:00,,,`,
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

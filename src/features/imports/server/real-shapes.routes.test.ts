import { expect, test } from 'vitest'
import { importFixture } from '#tests/support/import-files.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'
import { zipOf } from '#tests/support/zip.ts'
import type { GroupDecision, RowQuestion } from '../imports.rules.ts'

// Made-up files in the shapes of those that people brought: what is in the library when the guesses are taken and the groups answered.
const { app, ann, upload, step } = useImportsApp()

const ANSWERS: readonly (readonly [RowQuestion, GroupDecision])[] = [
  ['id', 'title'],
  ['same-name', 'first'],
  ['similar-name', 'own'],
  ['unknown', 'own'],
]

/** Imports a file and returns the status, half stars and hours of each game. */
async function imported(bytes: Buffer, name: string) {
  const answer = await upload(ann, bytes, name)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const { id, state } = answer.body.import
  if (state === 'mapping') {
    const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
    expect((await ann.put(`/api/imports/${id}/mapping`, mapping)).status).toBe(200)
  }
  await app.work()
  for (const [question, decision] of ANSWERS) {
    await ann.put(`/api/imports/${id}/rows`, { question, decision })
    await app.work()
  }
  await step(ann, id, 'apply')
  const rows = await app.db
    .selectFrom('user_games')
    .innerJoin('games', 'games.id', 'user_games.game_id')
    .where('user_id', '=', ann.user.id)
    .select(['games.name', 'status', 'user_rating', 'play_time'])
    .orderBy('games.name')
    .execute()
  return Object.fromEntries(
    rows.map(({ name, status, user_rating, play_time }) => [name, [status, user_rating, play_time]]),
  )
}

const W = 'want_to_play'
test.each([
  ['mac-lines.csv', { Otter: ['completed', null, 9], Heron: ['playing', null, 2.5] }],
  ['crowd.csv', { Otter: [W, null, 0], Heron: [W, null, 0] }],
  ['short-dates.csv', { Otter: ['completed', null, 0], Heron: ['completed', null, 0] }],
  ['grouvee.json', { Otter: ['completed', 8, 2.5], Heron: [W, null, 0] }],
  [
    'howlongtobeat-marks.csv',
    { Otter: ['completed', 8, 12.5], Heron: ['playing', null, 0], 'Lynx Patrol': ['dropped', null, 0] },
  ],
  ['lying-id.csv', { 'Marmot Quest': [W, null, 0] }],
  ['decomposed-tags.csv', { Otter: [W, null, 0], Heron: [W, null, 0] }],
  ['numbered.csv', { Otter: ['completed', 9, 0], Heron: ['playing', 6, 0] }],
  ['playnite-camel.csv', { Otter: ['completed', null, 2.25], Heron: [W, null, 0] }],
  ['playnite-own-columns.csv', { Otter: ['completed', null, 12.5], Heron: [W, null, 0] }],
  ['playnite-script.csv', { Otter: ['completed', null, 15] }],
  ['signs-of-playing.csv', { Otter: ['completed', 8, 0], Heron: ['completed', null, 0], Lynx: ['completed', null, 0] }],
  ['steam-library.csv', { 'Marmot Quest': ['playing', null, 3.75], Otter: ['playing', null, 20.5] }],
  ['status-words.csv', expect.objectContaining({ Otter: ['completed', null, 0], Heron: ['dropped', null, 0] })],
  ['titled-table.csv', { Otter: ['completed', null, 9] }],
  [
    'gaming-gaiden.csv',
    { Otter: ['completed', null, 12.5], Heron: ['playing', null, 7], Stoat: ['dropped', null, 0.5] },
  ],
  ['ryot-2023.json', { Otter: ['completed', 8, 0] }],
])('%s', async (name, expected) => {
  expect(await imported(importFixture(name), name)).toEqual(expected)
})

test('an archive with a table and a text, and one with a table and JSON of one tracker', async () => {
  const archive = (...names: string[]) => zipOf(names.map((name) => ({ name, bytes: importFixture(name) })))
  const withText = zipOf([
    { name: 'games.csv', bytes: importFixture('titled-table.csv') },
    { name: 'README.txt', bytes: Buffer.from('Thank you.') },
  ])
  expect(await imported(withText, 'export.zip')).toEqual({ Otter: ['completed', null, 9] })
  await app.db.deleteFrom('user_games').execute()
  expect(Object.keys(await imported(archive('grouvee-none.csv', 'grouvee.json'), 'grouvee.zip'))).toEqual([
    'Heron',
    'Otter',
  ])
})

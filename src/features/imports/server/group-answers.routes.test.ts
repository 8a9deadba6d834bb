import { expect, test } from 'vitest'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import type { ImportRow } from '../imports.contract.ts'
import type { GroupDecision, RowQuestion } from '../imports.rules.ts'

// A member answers all rows with the same question at once.
const { app, ann, bob, read, step, stateOf, rowsOf, library } = useImportsApp()

const decide = async (id: string, question: RowQuestion, decision: GroupDecision) => {
  const answer = await ann.put(`/api/imports/${id}/rows`, { question, decision })
  await app.work()
  return answer
}
const games = async () => (await library(ann)).map(({ game_id, status }) => [game_id, status])

test('rows that ask the same are counted, listed and answered together', async () => {
  const file = yamtrack(
    ['', 'Otter', '', 1, 'Completed'],
    [4, 'Heron', '', 2, 'Completed'],
    [1, 'Stoat Story', '', 3, 'Completed'],
    ['', 'Xyzzyplugh Unheard', '', 4, 'Completed'],
    ['', 'Qwertyfrob Unsung', '', 5, 'Completed'],
  )
  const id = await read(ann, file)
  const asked = async () => (await stateOf(ann, id)).questions
  expect(await asked()).toEqual(
    expect.arrayContaining([
      { kind: 'id', count: 2 },
      { kind: 'same-name', count: 1 },
      { kind: 'unknown', count: 2 },
    ]),
  )
  const { rows, total } = (await ann.get(`/api/imports/${id}/rows?filter=doubtful&question=id`)).body
  expect([total, rows.map(({ title }: ImportRow) => title)]).toEqual([2, ['Heron', 'Stoat Story']])
  expect(rows[0].said[0]).toEqual({ field: 'IGDB id', text: '4' })
  expect((await bob.put(`/api/imports/${id}/rows`, { question: 'id', decision: 'title' })).status).toBe(404)
  await decide(id, 'id', 'title')
  await decide(id, 'unknown', 'own')
  expect(await asked()).toEqual([{ kind: 'same-name', count: 1 }])
  await decide(id, 'same-name', 'skip')
  expect(await asked()).toEqual([])
  await step(ann, id, 'apply')
  const own = [expect.stringMatching(/^local_/), 'completed']
  expect(await games()).toEqual([['igdb_5', 'completed'], ['igdb_8', 'completed'], own, own])
})

test('ids can be trusted instead of titles, and the first game of each taken', async () => {
  const id = await read(ann, yamtrack([4, 'Heron', '', 2, 'Completed'], ['', 'Otter', '', 1, 'Dropped']))
  await decide(id, 'id', 'id')
  await decide(id, 'same-name', 'first')
  const rows: ImportRow[] = await rowsOf(ann, id)
  expect(rows.map(({ title, game, matched_by }) => [title, game?.id, matched_by])).toEqual([
    ['Heron', 'igdb_4', 'by you'],
    ['Otter', expect.stringMatching(/^igdb_[23]$/), 'by you'],
  ])
})

const CONTRADICTING = [
  'Game,Backlog,Completed,Playing,Finished on',
  'Heron,x,x,,',
  'Stoat Story,x,,,2024-02-01',
  'Marmot Quest,x,,,',
  'Lynx Patrol,,x,,',
].join('\n')

test('rows that say that a game waits and that it is finished ask once, and the answer is for all of them', async () => {
  const { body } = await ann.post(
    '/api/imports?name=games.csv',
    (() => {
      const form = new FormData()
      form.set('file', new File([CONTRADICTING], 'games.csv'))
      return form
    })(),
  )
  const { id } = body.import
  const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
  await ann.put(`/api/imports/${id}/mapping`, mapping)
  await app.work()
  const found = await stateOf(ann, id)
  expect([found.state, found.contradictions, found.rules.contradiction]).toEqual(['ready', 2, 'row'])
  const statuses = async () => {
    const rows: ImportRow[] = await rowsOf(ann, id)
    return rows.map(({ changes }) => changes.find(({ field }) => field === 'Status')?.after)
  }
  const answer = async (contradiction: string) => {
    await ann.put(`/api/imports/${id}/rules`, { ...found.rules, contradiction })
    await app.work()
    return statuses()
  }
  const others = ['Want to Play', 'Completed']
  expect(await statuses()).toEqual(['Completed', 'Completed', ...others])
  expect(await answer('waiting')).toEqual(['Want to Play', 'Want to Play', ...others])
  expect(await answer('finished')).toEqual(['Completed', 'Completed', ...others])
})

test('at Backloggd, a game in the backlog whose status is completed is such a contradiction', async () => {
  const game = (id: number, name: string, log: object) => ({ id, name, game_log: { id, ...log }, playthroughs: {} })
  const file = JSON.stringify([
    game(1, 'Heron', { is_backlog: true, is_play: false, is_playing: false, is_wishlist: false, status: 'completed' }),
    game(2, 'Stoat Story', {
      is_backlog: false,
      is_play: true,
      is_playing: false,
      is_wishlist: false,
      status: 'completed',
    }),
  ])
  const id = await read(ann, file, 'export.json')
  expect(await stateOf(ann, id)).toMatchObject({ preset: 'backloggd-json', contradictions: 1 })
  await ann.put(`/api/imports/${id}/rules`, { ...(await stateOf(ann, id)).rules, contradiction: 'finished' })
  await app.work()
  await step(ann, id, 'apply')
  expect(await games()).toEqual([
    ['igdb_5', 'completed'],
    ['igdb_8', 'completed'],
  ])
})

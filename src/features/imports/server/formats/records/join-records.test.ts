import { expect, test } from 'vitest'
import { type ImportedValues, planImport } from '#features/imported-games/imported.rules.ts'
import type { ReadRow } from '../../../imported-record.rules.ts'
import { DEFAULT_RULES, valuesOf } from '../../../imports.rules.ts'
import { newRecord } from './draft.ts'
import { joined } from './join-records.ts'

const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`
const pointOf = (day: number) => ({ at: at(day), play_time: day, completion_percentage: 0, undated_hours: day })

// A file has room for half a million points of one game. A copy of what is joined for each of them takes minutes.
test('the points, sessions and shelves of one game are joined in place', async () => {
  const rows = [1, 2, 3].map((day) => ({
    record: {
      ...newRecord(day, 'Tetris'),
      history: [pointOf(day)],
      sessions: [
        {
          playthrough: '',
          played_on: `2026-01-0${day}`,
          minutes: 5,
          note: null,
          origin: 'typed' as const,
          ended_at: at(day),
        },
      ],
      achievements: [],
      shelves: [],
    },
  }))
  const first = { ...rows[0]?.record }
  const all: ReadRow[] = []
  // A file is read twice.
  const read = async function* () {
    yield* rows
  }
  for await (const row of joined(read)) all.push(row)
  const [{ record }] = all as [{ record: typeof first }]
  expect(all).toHaveLength(1)
  expect(record.history).toEqual([pointOf(1), pointOf(2), pointOf(3)])
  expect(record.sessions).toHaveLength(3)
  for (const part of ['history', 'sessions', 'achievements', 'shelves'] as const) expect(record[part]).toBe(first[part])
})

test('rows of two platforms stay apart, and one game has the hours and notes of both', async () => {
  const read = async function* () {
    yield { record: { ...newRecord(1, 'Heron'), platforms: ['Switch'], hours: 20, notes: 'On the train' } }
    yield { record: { ...newRecord(2, 'Heron'), platforms: ['PC'], hours: 12, notes: 'With mods' } }
  }
  const values: ImportedValues[] = []
  for await (const row of joined(read))
    if ('record' in row) values.push(valuesOf(row.record, new Date('2026-11-23T12:00:00Z')))
  expect(values).toHaveLength(2)
  expect(planImport(DEFAULT_RULES, values, null)?.values).toMatchObject({
    play_time: 32,
    notes: 'On the train\nWith mods',
  })
})

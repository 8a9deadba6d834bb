import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  atLeast,
  atMost,
  figure,
  findSmallerReport,
  markdownOf,
  notMeasured,
  percentSpread,
  type Report,
  shortSql,
  tableLines,
  writeReport,
} from './report.ts'

const report: Report = {
  at: '2026-11-21T05:00:00.000Z',
  shape: { games: 2000, members: 500, entries: 20_000, activities: 40_000, reviews: 12_000, posts: 20_000 },
  rows: { games: 2000 },
  dataSetSeconds: 12,
  machine: { system: 'Linux', cpu: 'a CPU', cores: 2, memory: '4 GB', node: 'v24', commit: 'abc' },
  load: { before: 0.1, after: 3 },
  versions: { Node: 'v24' },
  sections: [
    {
      title: 'Pages',
      method: 'Measured.',
      tables: [{ head: ['a'], rows: [['1']] }],
      verdicts: [atLeast('pages', 0.6, 0.55), atMost('start', 3, 2.5, 's'), notMeasured('shift', '0', 'no browser')],
    },
  ],
  slowest: [{ query: 'select\n  1 | 2', calls: 4, totalMs: 10 }],
  queryCosts: [{ name: 'feed 1', topNode: 'Limit', buffers: 10, rows: 1, milliseconds: 1, sql: 'select 1' }],
}

test('a verdict says by how much a target is missed', () => {
  expect(atLeast('x', 0.6, 0.55)).toMatchObject({
    isMet: false,
    target: '≥ 60 %',
    measured: '55 %',
    note: '5 points short',
  })
  expect(atLeast('x', 0.6, 0.6, 'by CPU')).toMatchObject({ isMet: true, note: 'by CPU' })
  expect(atMost('x', 50, 61.5, 'ms', 'p99')).toMatchObject({
    isMet: false,
    measured: '61.5 ms',
    note: '11.5 ms over the target; p99',
  })
  expect(atLeast('x', 0.6, Number.NaN).isMet).toBe(false)
})

test('numbers are formatted with their significant digits', () => {
  expect([12_345.6, 12.34, 1.234, 0, Number.NaN].map(figure)).toEqual(['12,346', '12.3', '1.23', '0', '–'])
  expect(percentSpread({ median: 0.621, least: 0.5, most: 0.7 })).toBe('62 % (50–70)')
})

test('a vertical bar in a cell does not end the cell', () => {
  expect(tableLines({ head: ['a', 'b'], rows: [['1 | 2', '3']] })).toEqual([
    '| a | b |',
    '|---|---|',
    '| 1 \\| 2 | 3 |',
  ])
})

test('the report begins with the targets that are met, missed and not measured', () => {
  const text = markdownOf(report)
  expect(text).toContain('# Bench 2k-500-20k-40k-12k-20k, 2026-11-21T05:00:00.000Z')
  expect(text).toContain('1 targets met, 1 missed, 1 not measured.')
  expect(text).toContain('| **missed** | pages | ≥ 60 % | 55 % | 5 points short |')
  expect(text).toContain('| not measured | shift | 0 | – | no browser |')
  expect(text).toContain('| 2.5 | 4 | 10 | `select 1 \\| 2` |')
})

test('the largest smaller shape is found in its newest report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-bench-'))
  try {
    const middle = { ...report, shape: { ...report.shape, games: 50_000 } }
    const newer = { ...middle, at: '2026-11-22T05:00:00.000Z' }
    for (const each of [report, newer, middle]) writeReport(folder, each)
    expect(findSmallerReport(folder, { ...report.shape, games: 320_000 })).toEqual(newer)
    expect(findSmallerReport(folder, middle.shape)?.shape.games).toBe(2000)
    expect(findSmallerReport(folder, report.shape)).toBeNull()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a statement is shown on one line, without a long list of columns', () => {
  const columns = Array.from({ length: 20 }, (_, at) => `"games"."column_${at}"`).join(', ')
  expect(shortSql(`select ${columns}\n  from "games" where id = $1`, 100)).toBe('select … from "games" where id = $1')
  expect(shortSql(' select 1 from games', 100)).toBe('select 1 from games')
  expect(shortSql('select 12345', 8)).toBe('select 1')
})

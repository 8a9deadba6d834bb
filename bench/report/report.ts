import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatementCost } from '../database/statements.ts'
import { nameOf, type Shape } from '../options.ts'
import type { Machine } from './machine.ts'
import { reasonsFor } from './reasons.ts'
import type { Spread } from './statistics.ts'

/** One performance target and its result. */
export interface Verdict {
  what: string
  target: string
  measured: string
  /** Null when it was not measured here. */
  isMet: boolean | null
  /** By how much it is missed, or why it was not measured. */
  note: string
}

export interface Table {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface Section {
  title: string
  /** The method of measurement, in a sentence or two. */
  method: string
  tables: readonly Table[]
  verdicts: readonly Verdict[]
}

/** The cost of one query of the app, for comparison with a run on another shape. */
export interface QueryCost {
  /** The page that sends it and its number there, such as 'feed 2'. */
  name: string
  topNode: string
  /** Pages of 8 kB, read from memory or disk. */
  buffers: number
  rows: number
  milliseconds: number
  sql: string
}

export interface Report {
  at: string
  shape: Shape
  rows: Record<string, number>
  dataSetSeconds: number
  machine: Machine
  load: { before: number; after: number }
  versions: Record<string, string>
  sections: readonly Section[]
  slowest: readonly StatementCost[]
  queryCosts: readonly QueryCost[]
}

/** Returns a verdict on a ratio that must be at least `target`. */
export function atLeast(what: string, target: number, measured: number, note = ''): Verdict {
  const isMet = measured >= target
  const missed = isMet ? '' : `${Math.round((target - measured) * 100)} points short`
  return {
    what,
    target: `≥ ${percent(target)}`,
    measured: percent(measured),
    isMet,
    note: joined(missed, note),
  }
}

/** Returns a verdict on a number that must be at most `target`. */
export function atMost(what: string, target: number, measured: number, unit: string, note = ''): Verdict {
  const isMet = measured <= target
  const missed = isMet ? '' : `${figure(measured - target)} ${unit}`.trim().concat(' over the target')
  return {
    what,
    target: `≤ ${figure(target)} ${unit}`.trim(),
    measured: `${figure(measured)} ${unit}`.trim(),
    isMet,
    note: joined(missed, note),
  }
}

export function notMeasured(what: string, target: string, why: string): Verdict {
  return { what, target, measured: '–', isMet: null, note: why }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ')
}

export function percent(ratio: number): string {
  return Number.isFinite(ratio) ? `${Math.round(ratio * 100)} %` : '–'
}

/**
 * Formats a number with its significant digits: 12345 → '12,345', 12.34 → '12.3', 0.123 → '0.12', 0.0012 → '0.0012'.
 */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
  return Number(value.toFixed(digits)).toLocaleString('en', { maximumFractionDigits: 4 })
}

/** Formats as '62 % (55–71)'. */
export function percentSpread({ median, least, most }: Spread): string {
  if (!Number.isFinite(median)) return '–'
  return `${percent(median)} (${Math.round(least * 100)}–${Math.round(most * 100)})`
}

/** Formats as '1,240 (1,100–1,310)'. */
export function figureSpread({ median, least, most }: Spread): string {
  return Number.isFinite(median) ? `${figure(median)} (${figure(least)}–${figure(most)})` : '–'
}

export function tableLines({ head, rows }: Table): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)]
}

export function verdictTable(verdicts: readonly Verdict[]): Table {
  return {
    head: ['', 'what', 'target', 'measured', 'note'],
    rows: verdicts.map(({ isMet, what, target, measured, note }) => [
      isMet === null ? 'not measured' : isMet ? 'met' : '**missed**',
      what,
      target,
      measured,
      note,
    ]),
  }
}

export function markdownOf(report: Report): string {
  const { shape, machine, load, versions, rows, slowest, sections } = report
  const verdicts = sections.flatMap((section) => section.verdicts)
  const isMet = (wanted: boolean | null) => verdicts.filter((verdict) => verdict.isMet === wanted).length
  return [
    `# Bench ${nameOf(shape)}, ${report.at}`,
    '',
    `${isMet(true)} targets met, ${isMet(false)} missed, ${isMet(null)} not measured.`,
    '',
    ...tableLines(verdictTable(verdicts)),
    '',
    ...reasonsFor(verdicts).map((why) => `- Missed because: ${why}`),
    '',
    '## Environment',
    '',
    `- Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}; load average ${figure(load.before)} before, ${figure(load.after)} after (above ${machine.cores}, other processes were busy: trust CPU figures, not rates)`,
    `- Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}; commit: ${machine.commit}`,
    `- Rows: ${Object.entries(rows)
      .map(([table, count]) => `${table} ${figure(count)}`)
      .join(', ')}; generated in ${figure(report.dataSetSeconds)} s`,
    ...sections.flatMap(({ title, method, tables }) => [
      '',
      `## ${title}`,
      '',
      method,
      ...tables.flatMap((table) => ['', ...tableLines(table)]),
    ]),
    ...(slowest.length > 0
      ? [
          '',
          '## Slowest queries of the run, by mean time',
          '',
          ...tableLines({
            head: ['mean ms', 'calls', 'total ms', 'query'],
            rows: slowest.map(({ query, calls, totalMs }) => [
              figure(totalMs / calls),
              figure(calls),
              figure(totalMs),
              `\`${shortSql(query, 300)}\``,
            ]),
          }),
        ]
      : []),
    '',
  ].join('\n')
}

/** Returns a statement on one line, without its list of columns. */
export function shortSql(sql: string, most: number): string {
  return sql
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^select (?:(?! from ).){60,}? from /i, 'select … from ')
    .slice(0, most)
}

/** Writes the report for people and the one for later runs, and returns the path of the first. */
export function writeReport(folder: string, report: Report): string {
  mkdirSync(folder, { recursive: true })
  const name = join(folder, `report-${nameOf(report.shape)}-${report.at.replace(/[:.]/g, '-')}`)
  writeFileSync(`${name}.json`, JSON.stringify(report, null, 1))
  writeFileSync(`${name}.md`, markdownOf(report))
  return `${name}.md`
}

/** Returns true when the shape is smaller in something and larger in nothing. */
function isSmaller(one: Shape, other: Shape): boolean {
  const keys = ['games', 'members', 'entries', 'activities', 'reviews', 'posts'] as const
  return keys.every((key) => one[key] <= other[key]) && keys.some((key) => one[key] < other[key])
}

const sizeOf = ({ games, members, entries, activities, reviews, posts }: Shape) =>
  games + members + entries + activities + reviews + posts

/** Finds the newest report with query costs on the largest shape that is smaller than this one. */
export function findSmallerReport(folder: string, shape: Shape): Report | null {
  let best: Report | null = null
  // The names end with the time, so of two reports on one shape the later one sorts last.
  for (const name of readdirSync(folder)
    .filter((file) => /^report-.*\.json$/.test(file))
    .sort()) {
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report
    if (report.queryCosts.length === 0 || !isSmaller(report.shape, shape)) continue
    if (!best || sizeOf(report.shape) >= sizeOf(best.shape)) best = report
  }
  return best
}

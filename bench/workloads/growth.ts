import type pg from 'pg'
import type { Statement } from '../baseline/sql-server.ts'
import { literalOf, topNodesOf } from '../database/plan.ts'
import { withClient } from '../database/postgres.ts'
import { nameOf, type Shape } from '../options.ts'
import { RESULTS } from '../places.ts'
import {
  figure,
  findSmallerReport,
  notMeasured,
  type QueryCost,
  type Report,
  type Section,
  shortSql,
} from '../report/report.ts'
import type { World } from '../world.ts'
import { capturedReads, mainReads } from './main-reads.ts'

/** An excess over the logarithm that still counts as noise: the height of an index, a row on another page. */
const SLACK = 1.5
const SLACK_BUFFERS = 32

/** Measures how many buffers each query of the main reads touches, compared with an earlier run on less data. */
export async function growthWorkload(world: World): Promise<{ section: Section; queryCosts: QueryCost[] }> {
  const { dataSet, options } = world
  const queryCosts = await withClient(dataSet.postgres.connectionString, async (client) => {
    const costs: QueryCost[] = []
    for (const read of mainReads(world))
      for (const [at, statement] of (await capturedReads(world, read)).entries())
        costs.push({ name: `${read.name} ${at + 1}`, ...(await explain(client, statement)) })
    return costs
  })
  const smaller = findSmallerReport(RESULTS, options.shape)
  return { section: sectionOf(queryCosts, options.shape, smaller), queryCosts }
}

/** After five executions of a named statement PostgreSQL may choose one plan for all values. */
const EXECUTIONS = 6

/** Explains a statement as the app runs it when it repeats it: by its name, unless the app leaves it without one. */
async function explain(client: pg.Client, { text, values }: Statement): Promise<Omit<QueryCost, 'name'>> {
  const isNamed = values.length > 0 && !text.trimStart().startsWith('/*')
  const explained = async () => {
    const command = 'explain (analyze, buffers, format json)'
    if (!isNamed) return client.query<Explained>(`${command} ${text}`, values)
    return client.query<Explained>(`${command} execute asked(${values.map(literalOf).join(', ')})`)
  }
  if (isNamed) await client.query(`prepare asked as ${text}`)
  // The first run reads the system catalogues, too.
  for (let run = 1; run < (isNamed ? EXECUTIONS : 2); run += 1) await explained()
  const { rows } = await explained()
  if (isNamed) await client.query('deallocate asked')
  return { ...topNodesOf(rows[0]?.['QUERY PLAN']), sql: text }
}

interface Explained {
  'QUERY PLAN': unknown
}

function sectionOf(costs: readonly QueryCost[], shape: Shape, smaller: Report | null): Section {
  const allowed = smaller ? SLACK * logarithmOfGrowth(smaller.shape, shape) : Number.NaN
  const before = byStatement(smaller?.queryCosts ?? [])
  const now = byStatement(costs)
  const compared = costs.map((cost) => {
    const place = now.get(keyOf(cost))?.indexOf(cost) ?? -1
    const then = before.get(keyOf(cost))?.[place]
    return { cost, then, isTooSteep: !!then && cost.buffers > then.buffers * allowed + SLACK_BUFFERS }
  })
  const steep = compared.filter(({ isTooSteep }) => isTooSteep)
  const what = 'no query’s cost grows faster than the logarithm of the table'
  const target = smaller
    ? `≤ ${figure(allowed)} times the buffers of ${nameOf(smaller.shape)}`
    : 'compared with a smaller shape'
  return {
    title: 'Buffers that the queries read',
    method: `\`explain (analyze, buffers)\` of each query with the parameters that the app passed, in its sixth execution as a named statement; a buffer is a page of 8 kB.${smaller ? ` Compared with the same query in the report on ${nameOf(smaller.shape)} of ${smaller.at}.` : ' Run the bench on a smaller shape first to see how the costs grow.'} The limit is ${figure(allowed)} times the buffers (the logarithm of the largest table growth, plus half of it for noise) plus ${SLACK_BUFFERS} buffers.`,
    tables: [
      {
        head: [
          'query',
          'buffers',
          ...(smaller ? [`at ${nameOf(smaller.shape)}`, 'grown'] : []),
          'ms',
          'rows',
          'plan',
          'sql',
        ],
        rows: compared.map(({ cost, then, isTooSteep }) => [
          isTooSteep ? `**${cost.name}**` : cost.name,
          figure(cost.buffers),
          ...(smaller
            ? [figure(then?.buffers ?? Number.NaN), then ? `${figure(cost.buffers / Math.max(1, then.buffers))}×` : '–']
            : []),
          figure(cost.milliseconds),
          figure(cost.rows),
          cost.topNode,
          `\`${shortSql(cost.sql, 140)}\``,
        ]),
      },
    ],
    verdicts: [
      compared.some(({ then }) => then)
        ? {
            what,
            target,
            measured: `${steep.length} of ${compared.length} grow faster`,
            isMet: steep.length === 0,
            note: steep
              .map(({ cost, then }) => `${cost.name}: ${figure(then?.buffers ?? 0)} → ${figure(cost.buffers)}`)
              .join('; '),
          }
        : notMeasured(what, target, 'there is no report on a smaller shape yet'),
    ],
  }
}

/** One page may run the same statement several times. Sorted by cost, the runs of both reports match. */
function byStatement(costs: readonly QueryCost[]): Map<string, QueryCost[]> {
  const groups = Map.groupBy(costs, keyOf)
  for (const group of groups.values()) group.sort((a, b) => b.buffers - a.buffers)
  return groups
}

/** Concurrent statements have no fixed order, so the number in the name does not identify a statement. */
function keyOf({ name, sql }: QueryCost): string {
  return `${name.replace(/ \d+$/, '')}\n${sql}`
}

/** Returns by how much the logarithm of the fastest growing table has grown. */
function logarithmOfGrowth(from: Shape, to: Shape): number {
  const keys = ['games', 'members', 'entries', 'activities', 'reviews', 'posts'] as const
  return Math.max(...keys.map((key) => Math.log(Math.max(2, to[key])) / Math.log(Math.max(2, from[key]))))
}

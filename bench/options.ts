import { parseArgs } from 'node:util'

/** The number of rows in the database. */
export interface Shape {
  games: number
  members: number
  entries: number
  activities: number
  reviews: number
  posts: number
}

export const WORKLOADS = [
  'anonymous-pages',
  'signed-in-pages',
  'json-reads',
  'readers',
  'social',
  'reviews',
  'journal',
  'api',
  'playlists',
  'news',
  'forum',
  'live',
  'writes',
  'search',
  'sitemap',
  'growth',
  'scaling',
  'start-up',
  'browser',
  'memory',
  'importers',
  'uploads',
  'imports',
  'pushes',
  'replica',
  'traces',
] as const
export type WorkloadName = (typeof WORKLOADS)[number]

export interface Options {
  shape: Shape
  /** Creates the data set even when a matching one exists. */
  isFresh: boolean
  /** The number of times that each measurement alternates with its baseline. */
  rounds: number
  /** The duration of one round of load. */
  seconds: number
  only: readonly WorkloadName[]
  /** Writes CPU profiles of the app. */
  isProfiled: boolean
  /** Creates the data set and stops. */
  isDataOnly: boolean
}

export class OptionError extends Error {
  override name = 'OptionError'
}

export const HELP = `npm run bench -- [options]

  --games 2000 --members 500 --entries 20000 --activities 40000 --reviews 12000 --posts 20000
                      size of the data set
  --fresh             generate the data set again
  --data-only         generate the data set and stop
  --only ${WORKLOADS.join(',')}
                      run only these workloads, separated by commas
  --rounds 4          repetitions of each measurement, alternating with its baseline
  --seconds 1         length of one round of load, in whole seconds
  --profile           write CPU profiles of the app to bench/results/profiles

DATABASE_URL selects your own PostgreSQL (an empty database) instead of the embedded one.`

/** Reads the command line. Throws an OptionError with a sentence that names the option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args)
  return {
    shape: {
      games: whole('games', values.games, 0),
      members: whole('members', values.members, 50),
      entries: whole('entries', values.entries, 0),
      activities: whole('activities', values.activities, 0),
      reviews: whole('reviews', values.reviews, 0),
      posts: whole('posts', values.posts, 50),
    },
    isFresh: values.fresh,
    rounds: whole('rounds', values.rounds, 1),
    seconds: whole('seconds', values.seconds, 1),
    only: chosen(values.only),
    isProfiled: values.profile,
    isDataOnly: values['data-only'],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        games: { type: 'string', default: '2000' },
        members: { type: 'string', default: '500' },
        entries: { type: 'string', default: '20000' },
        activities: { type: 'string', default: '40000' },
        reviews: { type: 'string', default: '12000' },
        posts: { type: 'string', default: '20000' },
        fresh: { type: 'boolean', default: false },
        'data-only': { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        rounds: { type: 'string', default: '4' },
        seconds: { type: 'string', default: '1' },
        profile: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error))
  }
}

/** Parses a whole number, whose digits may be grouped as in 320_000 or 320,000. */
function whole(name: string, text: string, least: number): number {
  const plain = text.replace(/[_,]/g, '')
  const value = Number(plain)
  if (!/^\d+$/.test(plain) || value < least)
    throw new OptionError(`--${name} must be a whole number of at least ${least}, but is ${text}.`)
  return value
}

function chosen(text: string): readonly WorkloadName[] {
  if (text === '') return WORKLOADS
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !WORKLOADS.some((known) => known === name))
  if (unknown !== undefined)
    throw new OptionError(`--only ${unknown} is not a workload; use one of ${WORKLOADS.join(', ')}.`)
  return WORKLOADS.filter((name) => names.includes(name))
}

/** Returns a name for the files of this shape, such as '320k-100k-5m-10m-3m-5m'. */
export function nameOf({ games, members, entries, activities, reviews, posts }: Shape): string {
  return [games, members, entries, activities, reviews, posts].map(short).join('-')
}

function short(count: number): string {
  if (count >= 1_000_000 && count % 100_000 === 0) return `${count / 1_000_000}m`
  return count >= 1000 && count % 100 === 0 ? `${count / 1000}k` : String(count)
}

import { atMost, figure, type Table, type Verdict } from './report.ts'

/** The most that a request may cost. */
export interface Aim {
  /** Milliseconds of CPU. */
  cpuMs: number
  /** `app`: of the Node process alone; `both`: with PostgreSQL's. */
  of: 'app' | 'both'
  roundTrips: number
}

const waiting = (roundTrips: number): Aim => ({ cpuMs: 1, of: 'app', roundTrips })

/** What the busiest requests may cost, by their names in the workload `writes`. */
export const AIMS: Readonly<Record<string, Aim>> = {
  'set progress': waiting(3),
  rate: waiting(2),
  heart: waiting(2),
  status: waiting(2),
  react: waiting(3),
  comment: waiting(3),
  follow: waiting(4),
  'feed of 20, signed in': { cpuMs: 0.7, of: 'app', roundTrips: 1 },
  'own library page of 48': { cpuMs: 0.7, of: 'app', roundTrips: 1 },
  'catalogue page, two filters': { cpuMs: 1, of: 'app', roundTrips: 1 },
  suggestions: { cpuMs: 1.5, of: 'both', roundTrips: 1 },
}

/** What a request costs: milliseconds of CPU, and what it sends to the database. */
export interface Cost {
  name: string
  appMs: number
  databaseMs: number
  statements: number
  roundTrips: number
  /** CPU of a bare response, divided by the app's. */
  ofBare: number
}

const measuredFor = ({ of }: Aim, { appMs, databaseMs }: Cost) => (of === 'app' ? appMs : appMs + databaseMs)

/** Returns the costs beside the aims, with met or missed. */
export function aimsTable(costs: readonly Cost[]): Table {
  const word = (isMet: boolean) => (isMet ? 'met' : '**missed**')
  return {
    head: [
      'work',
      'app ms CPU',
      'database ms CPU',
      'of a bare response',
      'statements',
      'round trips',
      'aim, ms CPU',
      '',
      'aim, round trips',
      '',
    ],
    rows: costs.map((cost) => {
      const aim = AIMS[cost.name]
      return [
        cost.name,
        figure(cost.appMs),
        figure(cost.databaseMs),
        `${figure(cost.ofBare * 100)} %`,
        figure(cost.statements),
        figure(cost.roundTrips),
        aim ? `${figure(aim.cpuMs)}${aim.of === 'both' ? ' with the database' : ''}` : '',
        aim ? word(measuredFor(aim, cost) <= aim.cpuMs) : '',
        aim ? figure(aim.roundTrips) : '',
        aim ? word(cost.roundTrips <= aim.roundTrips) : '',
      ]
    }),
  }
}

export const aimVerdicts = (costs: readonly Cost[]): Verdict[] =>
  costs.flatMap((cost) => {
    const aim = AIMS[cost.name]
    if (!aim) return []
    const whose = aim.of === 'app' ? 'of the app' : 'of the app and PostgreSQL'
    return [
      atMost(`CPU ${whose}: ${cost.name}`, aim.cpuMs, measuredFor(aim, cost), 'ms'),
      atMost(`round trips to PostgreSQL: ${cost.name}`, aim.roundTrips, cost.roundTrips, ''),
    ]
  })

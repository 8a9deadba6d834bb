import type { Db } from '#db/db.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/**
 * An event that features further down may subscribe to. The feature that publishes it defines it in its `*.events.ts`:
 * `export const memberBlocked = defineEvent<{ blockerId: UserId; blockedId: UserId }>('member blocked')`.
 */
export interface EventType<Payload> {
  readonly name: string
  /** Never set: it only carries the type of the payload. */
  readonly payload?: Payload
}

export const defineEvent = <Payload>(name: string): EventType<Payload> => ({ name })

export type PayloadOf<E> = E extends EventType<infer Payload> ? Payload : never

/** The dependencies of a subscriber. `db` is the publisher's transaction. */
export interface EventDeps {
  db: Db
  clock: Clock
  config: Config
  log: Log
  /** A subscriber publishes the events that follow from this one. */
  events: Events
}

/** The rest of a subscriber's work, which reads the results of what it has sent. */
export type Rest = () => Promise<void>

type Handle<Payload> = (deps: EventDeps, payload: Payload) => Promise<void> | Promise<Rest | undefined>

export interface Subscription {
  event: EventType<unknown>
  handle: Handle<never>
  runsLast: boolean
}

/**
 * Subscribes to an event; listed in the subscriber's feature module. A subscriber that has sent a statement and needs its
 * rows may return the rest of its work, so that the statements of several subscribers are sent together. `runsLast`:
 * after the subscribers of all other features.
 */
export const on = <Payload>(
  event: EventType<Payload>,
  handle: Handle<Payload>,
  { runsLast = false } = {},
): Subscription => ({ event, handle, runsLast })

export interface Events {
  /**
   * Calls the subscribers one after the other, in the order of the features, inside the transaction of `db`, and then
   * does the rest of their work in the same order. If a subscriber throws, the publisher's transaction rolls back.
   */
  publish: <Payload>(db: Db, event: EventType<Payload>, payload: Payload) => Promise<void>
}

export function createEvents(subscriptions: readonly Subscription[], deps: Omit<EventDeps, 'db' | 'events'>): Events {
  const byEvent = Map.groupBy(subscriptions, ({ event }) => event)
  const { clock, config, log } = deps
  const events: Events = {
    async publish(db, event, payload) {
      const handlers = byEvent.get(event) ?? []
      for (const isLast of [false, true]) {
        const rests: Rest[] = []
        for (const { handle, runsLast } of handlers) {
          if (runsLast !== isLast) continue
          const rest = await handle({ db, clock, config, log, events }, payload as never)
          if (rest) rests.push(rest)
        }
        for (const rest of rests) await rest()
      }
    },
  }
  return events
}

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

type Handle<Payload> = (deps: EventDeps, payload: Payload) => Promise<void>

export interface Subscription {
  event: EventType<unknown>
  handle: Handle<never>
}

/** Subscribes to an event; listed in the subscriber's feature module. */
export const on = <Payload>(event: EventType<Payload>, handle: Handle<Payload>): Subscription => ({ event, handle })

export interface Events {
  /**
   * Calls the subscribers one after the other, in the order of the features, inside the transaction of `db`. If a
   * subscriber throws, the publisher's transaction rolls back.
   */
  publish: <Payload>(db: Db, event: EventType<Payload>, payload: Payload) => Promise<void>
}

export function createEvents(subscriptions: readonly Subscription[], deps: Omit<EventDeps, 'db' | 'events'>): Events {
  const byEvent = Map.groupBy(subscriptions, ({ event }) => event)
  const { clock, config, log } = deps
  const events: Events = {
    async publish(db, event, payload) {
      for (const { handle } of byEvent.get(event) ?? [])
        await handle({ db, clock, config, log, events }, payload as never)
    },
  }
  return events
}

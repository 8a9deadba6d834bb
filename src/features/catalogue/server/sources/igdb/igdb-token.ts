import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import { type Deadline, type Send, UpstreamError } from '#server/upstream.ts'
import { sharedSlots } from '#server/upstream-slots.ts'
import { findToken, type StoredToken, storeToken } from './igdb-token.queries.ts'

export interface IgdbTokens {
  /** A token for a request; another than the one that was refused, if one was. */
  read: (send: Send, deadline: Deadline, refused: string | null) => Promise<string>
}

const Answer = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,1000}$/)),
  /** Seconds. */
  expires_in: z.number().check(z.minimum(1), z.maximum(1_000_000_000)),
})

/** A token is renewed an hour before its end, or after nine tenths of a short life. */
const AHEAD_SECONDS = 3_600

/**
 * The token of the app's account at Twitch, one for all app nodes: it lies in the database, is fetched by one of them
 * while the others wait, and is asked for again only when it ends or is refused. No transaction is open meanwhile.
 */
export function igdbTokens(deps: {
  db: Db
  clock: Clock
  config: { tokenUrl: string; clientId: string; clientSecret: string }
}): IgdbTokens {
  const { db, clock, config } = deps
  const turns = sharedSlots(db, { source: 'twitch', perSecond: 1_000, mostOpen: 1 })
  let known: StoredToken | null = null
  let pending: Promise<StoredToken> | null = null

  const isUsable = (stored: StoredToken | null, refused: string | null): stored is StoredToken =>
    stored !== null && stored.token !== refused && stored.expiresAt > clock()

  async function renew(send: Send, deadline: Deadline, refused: string | null): Promise<StoredToken> {
    const stored = await findToken(db)
    if (isUsable(stored, refused)) return stored
    const turn = await turns.take(deadline)
    try {
      // Another node may have fetched it while this one waited.
      const meanwhile = await findToken(db)
      if (isUsable(meanwhile, refused)) return meanwhile
      const fetched = await fetchToken(send)
      await storeToken(db, fetched, clock())
      return fetched
    } finally {
      await turn.release()
    }
  }

  async function fetchToken(send: Send): Promise<StoredToken> {
    const { clientId, clientSecret } = config
    // In the body, not in the address, which proxies write down.
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    })
    const url = new URL(`${config.tokenUrl}/oauth2/token`)
    const answer = await send({ url, method: 'POST', body }, { isFree: true }).catch((error: unknown) => {
      // 400 is 'invalid client' there: no question of ours can be wrong.
      if (error instanceof UpstreamError && error.status === 400)
        throw new UpstreamError('igdb', 'credentials', 'Twitch refuses the client id', 400)
      throw error
    })
    const result = z.safeParse(Answer, answer.body)
    if (!result.success) throw new UpstreamError('igdb', 'garbage', 'Twitch answered without a token', answer.status)
    const { access_token, expires_in } = result.data
    const lifetime = expires_in - Math.min(AHEAD_SECONDS, expires_in / 10)
    return { token: access_token, expiresAt: new Date(clock().getTime() + lifetime * 1000) }
  }

  return {
    async read(send, deadline, refused) {
      let token = known
      // A renewal that was under way already may bring the very token that was refused since: then there is one more.
      for (let renewals = 0; renewals < 2 && !isUsable(token, refused); renewals++) {
        pending ??= renew(send, deadline, refused).finally(() => {
          pending = null
        })
        token = await pending
        known = token
      }
      return (token as StoredToken).token
    },
  }
}

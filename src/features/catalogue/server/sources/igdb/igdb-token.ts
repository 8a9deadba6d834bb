import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import { type Deadline, type Send, UpstreamError } from '#server/upstream.ts'
import { sharedSlots } from '#server/upstream-slots.ts'
import { findToken, type StoredToken, storeToken } from './igdb-token.queries.ts'

export interface IgdbTokens {
  /** Returns a token for a request, but never the refused one, if there is one. */
  read: (send: Send, deadline: Deadline, refused: string | null) => Promise<string>
}

const Answer = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,1000}$/)),
  /** Seconds. */
  expires_in: z.number().check(z.minimum(1), z.maximum(1_000_000_000)),
})

/** A token is renewed an hour before it expires, or after nine tenths of a short lifetime. */
const AHEAD_SECONDS = 3_600

/**
 * Manages the token of the app's account at Twitch, one for all app nodes. It is stored in the database, one node
 * fetches it while the others wait, and it is fetched again only when it expires or is refused. No transaction is open
 * while it waits.
 */
export function igdbTokens(deps: {
  db: Db
  clock: Clock
  config: { tokenUrl: string; clientId: string; clientSecret: string }
}): IgdbTokens {
  const { db, clock, config } = deps
  const slots = sharedSlots(db, { source: 'twitch', perSecond: 1_000, mostOpen: 1 })
  let cachedToken: StoredToken | null = null
  let pending: Promise<StoredToken> | null = null

  const isUsable = (stored: StoredToken | null, refused: string | null): stored is StoredToken =>
    stored !== null && stored.token !== refused && stored.expiresAt > clock()

  async function renew(send: Send, deadline: Deadline, refused: string | null): Promise<StoredToken> {
    const stored = await findToken(db)
    if (isUsable(stored, refused)) return stored
    const slot = await slots.take(deadline)
    try {
      // Another node may have fetched it while this one waited.
      const meanwhile = await findToken(db)
      if (isUsable(meanwhile, refused)) return meanwhile
      const fetched = await fetchToken(send)
      await storeToken(db, fetched, clock())
      return fetched
    } finally {
      await slot.release()
    }
  }

  async function fetchToken(send: Send): Promise<StoredToken> {
    const { clientId, clientSecret } = config
    // In the body, not in the address, which proxies log.
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    })
    const url = new URL(`${config.tokenUrl}/oauth2/token`)
    const answer = await send({ url, method: 'POST', body }, { isFree: true }).catch((error: unknown) => {
      // 400 means 'invalid client' there, because our request is always valid.
      if (error instanceof UpstreamError && error.status === 400)
        throw new UpstreamError('igdb', 'credentials', 'Twitch rejects the client id', 400)
      throw error
    })
    const result = z.safeParse(Answer, answer.body)
    if (!result.success) throw new UpstreamError('igdb', 'garbage', 'Twitch responded without a token', answer.status)
    const { access_token, expires_in } = result.data
    const lifetime = expires_in - Math.min(AHEAD_SECONDS, expires_in / 10)
    return { token: access_token, expiresAt: new Date(clock().getTime() + lifetime * 1000) }
  }

  return {
    async read(send, deadline, refused) {
      let token = cachedToken
      // A renewal that was already running may return exactly the token that was refused in the meantime; then a second
      // renewal runs.
      for (let renewals = 0; renewals < 2 && !isUsable(token, refused); renewals++) {
        pending ??= renew(send, deadline, refused).finally(() => {
          pending = null
        })
        token = await pending
        cachedToken = token
      }
      return (token as StoredToken).token
    },
  }
}

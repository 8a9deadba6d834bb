import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Reply, RequestContext } from '#server/routes.ts'
import { DAY_MS } from '#shared/durations.ts'
import { DONE_AGO, OUTBOX_DAYS } from '#shared/outbox.ts'
import { refuse } from '#shared/refusal.ts'
import { ONCE_REFUSALS } from '../server.texts.ts'
import * as queries from './once.queries.ts'

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

interface Once<D, Answer> {
  address: string
  /** What must come before the transaction, such as asking a source. */
  prepare?: () => Promise<unknown>
  /** Gets the time at which the member did it, which is earlier than the clock's for a device that sends it later. */
  write: (inside: D & { db: Db }, doneAt: Date) => Promise<Answer>
  /** Writes without a key, where it needs no transaction around it. */
  withoutKey?: (doneAt: Date) => Promise<Answer>
  /** For an answer with a secret: what is stored of it, and how a repeated request gets the whole answer from that. */
  secret?: {
    remove: (answer: Answer) => unknown
    restore: (inside: D & { db: Db }, stored: unknown) => Promise<Answer>
  }
}

/**
 * Returns when the member did what a device sends later. The device says how many milliseconds ago that was, so a clock that is
 * wrong changes nothing. A time in the future, or of more than 30 days ago, is not believed.
 */
function doneAt({ headers, session }: RequestContext, now: Date): Date {
  const ago = session ? Number(headers.get(DONE_AGO)) : 0
  return ago > 0 && ago <= OUTBOX_DAYS * DAY_MS ? new Date(now.getTime() - ago) : now
}

/** A token has its own keys. */
function ownerOf({ token, session }: RequestContext): queries.OnceOwner | null {
  if (token) return { table: 'access_token_requests', column: 'token_id', id: token.id }
  return session && { table: 'member_requests', column: 'user_id', id: session.viewer.id }
}

/**
 * Runs a write once for each Idempotency-Key of a token, or of a member whose device sends a write later (decision 0132): a
 * repeated request gets the first answer and writes nothing. The key is stored in the transaction of the write, so both exist or
 * neither. Without a key the write runs every time.
 * Refuses idempotency_key_reused when the key came with another request.
 */
export async function runOnce<D extends { db: Db; clock: Clock }, Answer>(
  deps: D,
  { request, reply, body }: { request: RequestContext; reply: Reply; body: unknown },
  { address, prepare, write, withoutKey, secret }: Once<D, Answer>,
): Promise<Answer> {
  const given = request.headers.get('idempotency-key')
  const owner = ownerOf(request)
  if (given === null || owner === null) {
    const now = deps.clock()
    if (withoutKey) return withoutKey(now)
    await prepare?.()
    return inTransaction(deps, (inside) => write(inside, now))
  }
  const key = given.trim()
  if (!KEY.test(key)) refuse('invalid', 'invalid_idempotency_key', ONCE_REFUSALS.keyInvalid)
  const request_hash = createHash('sha256')
    .update(`${address}\n${JSON.stringify(body)}`)
    .digest()
  await prepare?.()
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    if (await queries.insertRequest(db, { owner, key, request_hash, created_at: deps.clock() })) {
      const answer = await write(inside, doneAt(request, deps.clock()))
      await queries.storeAnswer(db, { owner, key }, secret ? secret.remove(answer) : answer)
      return answer
    }
    const known = await queries.findRequest(db, { owner, key })
    if (!known?.request_hash.equals(request_hash))
      return refuse('conflict', 'idempotency_key_reused', ONCE_REFUSALS.keyReused, { status: 422 })
    const answer = secret ? await secret.restore(inside, known.answer) : (known.answer as Answer)
    reply.headers.set('idempotent-replayed', 'true')
    return answer
  })
}

/** Deletes something once for each Idempotency-Key, as `runOnce` writes. */
export const deleteOnce = <D extends { db: Db; clock: Clock }>(
  deps: D,
  { request, reply }: { request: RequestContext; reply: Reply },
  { address, remove }: { address: string; remove: (inside: D) => Promise<void> },
): Promise<void> =>
  runOnce(deps, { request, reply, body: null }, { address, write: remove, withoutKey: () => remove(deps) })

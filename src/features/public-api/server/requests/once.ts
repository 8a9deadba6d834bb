import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Reply, RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { API_TEXTS } from '../../public-api.texts.ts'
import * as queries from './requests.queries.ts'

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

interface Once<D, Answer> {
  address: string
  write: (inside: D & { db: Db }) => Promise<Answer>
  /** For an answer with a secret: what is stored of it, and how a repeated request gets the whole answer from that. */
  secret?: {
    remove: (answer: Answer) => unknown
    restore: (inside: D & { db: Db }, stored: unknown) => Promise<Answer>
  }
}

/**
 * Runs a write once for each Idempotency-Key of a token: a repeated request gets the first answer and writes nothing. The
 * key is stored in the transaction of the write, so both exist or neither. Without a key the write runs every time.
 * Refuses idempotency_key_reused when the key came with another request.
 */
export async function runOnce<D extends { db: Db; clock: Clock }, Answer>(
  deps: D,
  { request, reply, body }: { request: RequestContext; reply: Reply; body: unknown },
  { address, write, secret }: Once<D, Answer>,
): Promise<Answer> {
  const given = request.headers.get('idempotency-key')
  const token_id = request.token?.id
  if (given === null || token_id === undefined) return inTransaction(deps, write)
  const key = given.trim()
  if (!KEY.test(key)) refuse('invalid', 'invalid_idempotency_key', API_TEXTS.keyInvalid)
  const request_hash = createHash('sha256')
    .update(`${address}\n${JSON.stringify(body)}`)
    .digest()
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    if (await queries.insertRequest(db, { token_id, key, request_hash, created_at: deps.clock() })) {
      const answer = await write(inside)
      await queries.storeAnswer(db, { token_id, key }, secret ? secret.remove(answer) : answer)
      return answer
    }
    const known = await queries.findRequest(db, { token_id, key })
    if (!known?.request_hash.equals(request_hash))
      return refuse('conflict', 'idempotency_key_reused', API_TEXTS.keyReused, { status: 422 })
    const answer = secret ? await secret.restore(inside, known.answer) : (known.answer as Answer)
    reply.headers.set('idempotent-replayed', 'true')
    return answer
  })
}

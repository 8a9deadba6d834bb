import { brokenOffRefusal } from '#server/request-body.ts'
import { createTurns } from '#server/turns.ts'

const inTurn = createTurns()

/**
 * Runs work that opens a large file, after all such work that came earlier: a file of 50 MB, or the archive that unpacks to as
 * much, needs much memory, so a node opens one at a time. Work whose client has gone while it waited does not begin.
 */
export function openInTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return inTurn(async () => {
    if (signal?.aborted) throw brokenOffRefusal()
    return work()
  })
}

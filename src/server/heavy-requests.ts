import type { Contract } from '#shared/contract.ts'
import { Refusal } from '#shared/refusal.ts'
import { FORM_BYTES } from './request-body.ts'
import { HEAVY_REFUSALS } from './server.texts.ts'

/** All heavy requests of a node together hold at most so many bytes: one of the largest files, and some of other members. */
const MAX_BYTES = 64 * 1024 * 1024
/** In seconds. */
const RETRY_OWN = 10
const RETRY_FULL = 30

type Kind = 'upload' | 'export'
type Heavy = Pick<Contract, 'budget' | 'heavyBytes' | 'upload'>

export interface HeavyRequests {
  /**
   * Admits a heavy request of a member before its body is read, and returns what ends it. Returns a refusal with 429 while
   * the member has another one of the kind (`upload` or `export`) under way at this node, and with 503 while there is no room
   * for its bytes. Returns null for a request that is not heavy.
   */
  begin: (endpoint: Heavy, memberId: string, headers: Headers) => (() => void) | Refusal | null
}

/**
 * The one rule for uploads and for exports that are answered at once: one of a kind for each member, and a bounded number
 * of bytes for all. Each node counts in its own memory, because it is its own memory that the rule protects; what must hold
 * for all nodes, such as one open import of a member, is a check in the database (decision 0099).
 */
export function createHeavyRequests(mostBytes = MAX_BYTES): HeavyRequests {
  const underWay = new Set<string>()
  let held = 0
  return {
    begin(endpoint, memberId, headers) {
      const bytes = bytesOf(endpoint, headers)
      if (bytes === null) return null
      const kind: Kind = endpoint.budget === 'export' ? 'export' : 'upload'
      const key = `${kind} ${memberId}`
      if (underWay.has(key))
        return new Refusal('too_many', `${kind}_under_way`, HEAVY_REFUSALS[kind], { retryAfter: RETRY_OWN })
      if (held + bytes > mostBytes)
        return new Refusal('too_many', 'heavy_requests', HEAVY_REFUSALS.full, { status: 503, retryAfter: RETRY_FULL })
      underWay.add(key)
      held += bytes
      return once(() => {
        underWay.delete(key)
        held -= bytes
      })
    },
  }
}

/** Returns how many bytes the request may hold: of an upload the length that it declares. */
function bytesOf({ upload, heavyBytes }: Heavy, headers: Headers): number | null {
  if (upload === null) return heavyBytes
  const most = upload.mostBytes + FORM_BYTES
  const declared = Number(headers.get('content-length') ?? most)
  return declared >= 0 ? Math.min(most, declared) : most
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

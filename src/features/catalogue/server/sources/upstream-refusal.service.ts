import type { UpstreamError } from '#server/upstream.ts'
import { refuse } from '#shared/refusal.ts'
import { TOO_MANY_ATTEMPTS } from '#shared/sentences.ts'
import { PROXY_REFUSALS } from '../../catalogue.texts.ts'

const BUSY_SECONDS = 5

/** Refuses with 429, 502 or 504 when an external catalogue has failed and no stored data can replace it. */
export function refuseUpstream(name: 'IGDB' | 'RAWG', { kind, retryAfterMs }: UpstreamError): never {
  if (kind === 'rate_limited' || kind === 'quota') return refuseBusy(retryAfterMs)
  if (kind === 'timeout')
    return refuse('upstream', 'upstream_timeout', PROXY_REFUSALS.timeout(name), {
      status: 504,
    })
  return refuse('upstream', 'upstream_failed', PROXY_REFUSALS.invalidResponse(name), {
    status: 502,
  })
}

export function refuseBusy(retryAfterMs: number | null = null): never {
  const retryAfter = Math.max(1, Math.ceil((retryAfterMs ?? BUSY_SECONDS * 1000) / 1000))
  return refuse('too_many', 'rate_limit_exceeded', TOO_MANY_ATTEMPTS, { retryAfter })
}

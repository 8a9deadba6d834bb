import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { useAgent } from 'request-filtering-agent'
import type { Failure } from '../../webhooks.rules.ts'

export const TIMEOUT_MS = 10_000

export type PostResult = { status: number; failure: 'status' | null } | { status: null; failure: Failure }

const FAILURE_OF_CODE: Record<string, Failure> = {
  ABORT_ERR: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'refused',
}

/**
 * Sends a body to an address of a member's. The agent looks at each address to which the name leads, when it connects, and
 * refuses private ones that are not in `allowed`. No redirect is followed, and the answer's body is not read.
 */
export function post(
  address: string,
  { body, headers, allowed }: { body: string; headers: Record<string, string>; allowed: readonly string[] },
): Promise<PostResult> {
  const { href: url, protocol } = new URL(address)
  const request = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ status: null, failure: failureOf(error) })
    try {
      const sent = request(
        url,
        {
          method: 'POST',
          agent: useAgent(url, { allowIPAddressList: [...allowed] }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const status = response.statusCode ?? 0
          resolve({ status, failure: status >= 200 && status < 300 ? null : 'status' })
          response.destroy()
        },
      )
      sent.on('error', fail)
      sent.end(body)
    } catch (error) {
      fail(error)
    }
  })
}

function failureOf(error: unknown): Failure {
  const { code } = error as { code?: string }
  // Only the agent's refusal has no code.
  if (code === undefined) return 'private'
  return FAILURE_OF_CODE[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code) ? 'certificate' : 'connection')
}

import { refusalsOf, successesOf } from '#server/openapi/answers.ts'
import { isOfPath, literalFirst } from '#server/requests.ts'
import type { Route } from '#server/routes.ts'

/**
 * Throws if the OpenAPI document does not describe an answer: its status, and the code of a refusal. Every call of a test
 * goes through this, so the document is as true as the tests are complete (decision 0003).
 */
export function requireDescribed(routes: readonly Route[], call: string, status: number, body: unknown): void {
  const [method, address = ''] = call.split(' ')
  const path = address.split('?')[0] as string
  const route = inOrder(routes).find(({ endpoint }) => endpoint.method === method && isOfPath(endpoint.path, path))
  const { code } = (body ?? {}) as { code?: string }
  if (!route || status === 304) return
  const { endpoint } = route
  const isDescribed =
    status < 400 ? successesOf(endpoint).includes(status) : refusalsOf(endpoint).get(status)?.includes(String(code))
  if (!isDescribed)
    throw new Error(
      `The contract of ${endpoint.method} ${endpoint.path} does not name its answer ${status} ${code ?? ''}`,
    )
}

const sorted = new WeakMap<readonly Route[], readonly Route[]>()

function inOrder(routes: readonly Route[]): readonly Route[] {
  const known = sorted.get(routes) ?? literalFirst(routes)
  sorted.set(routes, known)
  return known
}

import { type Contract, isWrittenByVisitors, type Schema } from '#shared/contract.ts'
import { CODES_OF_VERSION_1 } from '../problem.ts'

/**
 * Returns the codes of all refusals of an endpoint, by status: those of its contract, those of every request with such
 * access, input and budget, and the failures of the server. Each answer of the tests is compared with it
 * (tests/support/described-answers.ts).
 */
export function refusalsOf(endpoint: Contract): Map<number, string[]> {
  const found = new Map<number, Set<string>>()
  const add = (status: number, ...codes: string[]) =>
    found.set(status, new Set([...(found.get(status) ?? []), ...codes]))
  for (const [status, codes] of Object.entries(endpoint.refusals)) add(Number(status), ...codes)
  addOfInput(endpoint, add)
  add(500, 'internal')
  add(503, 'busy', 'database_unavailable')
  add(507, 'storage_full')
  if (endpoint.upload || endpoint.heavyBytes !== null) {
    add(429, endpoint.budget === 'export' ? 'export_under_way' : 'upload_under_way')
    add(503, 'heavy_requests')
  }
  if (endpoint.scope === null) addOfApp(endpoint, add)
  else addOfVersion1(endpoint, add)
  const inOrder = [...found].toSorted(([one], [other]) => one - other)
  return new Map(
    inOrder.map(([status, codes]) => [status, [...codes].map(endpoint.scope === null ? same : publicCode).toSorted()]),
  )
}

type Add = (status: number, ...codes: string[]) => void
const same = (code: string) => code
const publicCode = (code: string) => CODES_OF_VERSION_1[code] ?? code

function addOfInput({ method, path, query, upload, idempotencyKey }: Contract, add: Add): void {
  if (path.includes(':')) add(400, 'invalid_id')
  if (hasFields(query)) add(400, 'validation_failed')
  if (method === 'GET') return
  add(400, 'validation_failed', 'body_incomplete')
  add(409, 'removed_meanwhile')
  add(413, 'body_too_large')
  if (upload) add(400, 'invalid_form')
  if (idempotencyKey) add(400, 'invalid_idempotency_key')
  if (idempotencyKey) add(422, 'idempotency_key_reused')
}

function addOfApp(endpoint: Contract, add: Add): void {
  const { access, method, budget } = endpoint
  if (access !== 'anyone') add(401, 'sign_in_required')
  if (access === 'admin' || access === 'moderator') add(403, '42501')
  if (method !== 'GET') add(403, 'csrf_invalid')
  if (isWrittenByVisitors(endpoint)) add(403, 'address_closed')
  if (budget !== 'none') add(429, budget === 'profile-read' ? 'PGRST301' : 'rate_limit_exceeded')
}

function addOfVersion1({ scope }: Contract, add: Add): void {
  add(401, 'token_required', 'invalid_token', 'token_expired')
  if (scope !== 'any') add(403, 'insufficient_scope')
  add(429, 'rate_limit_exceeded')
}

/** Returns the statuses with which an endpoint succeeds. */
export function successesOf({ status, mayExist, mayMakeNothing }: Contract): number[] {
  return [status, ...(mayExist ? [200] : []), ...(mayMakeNothing ? [204] : [])]
}

/** Whether an input has fields; an object without any is the input of an endpoint that takes none. */
export function hasFields(schema: Schema): boolean {
  const { shape } = schema._zod.def as { shape?: object }
  return shape === undefined || Object.keys(shape).length > 0
}

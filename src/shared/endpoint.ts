import type { Contract } from './contract.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
export type ApiPath = `/api/${string}`

declare const contracts: unique symbol

/**
 * One call of the API as the browser knows it: its method and its path. `Contracts` is the type of the contract file that
 * declares everything else about it, so that `call` knows the schemas and the bundle does not contain them (decision 0058).
 */
export interface Endpoint<Contracts = unknown, M extends Method = Method, P extends ApiPath = ApiPath> {
  readonly method: M
  readonly path: P
  /** Exists only in types. */
  readonly [contracts]?: Contracts
}

/**
 * Returns the function that declares the endpoints of an endpoints file: `endpointsOf<typeof contracts>()`, where
 * `contracts` is the contract file beside it, imported as a type.
 */
export function endpointsOf<Contracts>() {
  return <const M extends Method, const P extends ApiPath>(method: M, path: P): Endpoint<Contracts, M, P> => ({
    method,
    path,
  })
}

/**
 * The contract with an endpoint's method and path, taken from the contract file that the endpoint names; never if there
 * is none.
 */
export type ContractOf<E extends Endpoint> =
  E extends Endpoint<infer Contracts, infer M, infer P>
    ? Extract<Contracts[keyof Contracts], Contract & { readonly method: M; readonly path: P }>
    : never

/** Fills a path's `:name` parts. */
export function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** Formats a query for an address: omits absent values and joins arrays with commas. */
export function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

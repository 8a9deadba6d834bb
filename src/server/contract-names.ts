import type { Contract, Schema } from '#shared/contract.ts'

/** The names of contracts and schemas as their modules export them. The OpenAPI document uses them (decision 0003). */
export interface ContractNames {
  /** By method and path, because an endpoint may be made again at run time with other schemas. */
  operations: ReadonlyMap<string, string>
  schemas: ReadonlyMap<Schema, string>
}

export const operationKey = ({ method, path }: Pick<Contract, 'method' | 'path'>): string => `${method} ${path}`

/** Returns the names of everything that these modules export. A schema has a name if that begins with a capital letter. */
export function namesOf(modules: readonly object[]): ContractNames {
  const operations = new Map<string, string>()
  const schemas = new Map<Schema, string>()
  for (const module of modules)
    for (const [name, value] of Object.entries(module)) {
      if (isContract(value)) operations.set(operationKey(value), name)
      if (isSchema(value) && /^[A-Z]/.test(name) && !schemas.has(value)) schemas.set(value, name)
    }
  return { operations, schemas }
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

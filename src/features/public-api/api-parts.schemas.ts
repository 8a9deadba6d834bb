import * as z from 'zod/mini'
import type { Contract, Schema } from '#shared/contract.ts'
import { API_PAGE } from './public-api.endpoints.ts'

// What the contracts of the public API are made of.

/** Who may call an endpoint, and the examples of its description. */
export const open = <S extends NonNullable<Contract['scope']>>(scope: S, response: unknown, body?: unknown) =>
  ({ access: 'member', scope, example: { response, ...(body !== undefined && { body }) } }) as const

/** An answer with one thing. */
export const one = <S extends Schema>(data: S) => z.object({ data })
/** A page of a list. */
export const many = <S extends Schema>(item: S) =>
  z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) })

/** A place in a list. A wrong value is refused here, unlike in the app's own lists: a script must not read something else than it asked for. */
export const place = (most: number = API_PAGE.most) => ({
  cursor: z.optional(z.string().check(z.maxLength(200), z.describe('The next_cursor of the page before'))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)), Math.min(API_PAGE.size, most)),
})
/** An id with its description. */
export const id = <S extends z.ZodMiniType>(schema: S, text: string) => schema.check(z.describe(text)) as S

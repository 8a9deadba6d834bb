import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/**
 * Makes a form check its fields with a schema. The form's fields have the types of the schema's output; a schema may check
 * fewer fields than the form has.
 */
export function formResolver<Fields extends FieldValues>(
  schema: z.ZodMiniType<Partial<Fields>, FieldValues>,
): Resolver<Fields> {
  // The library types fields by the schema's input, where values that the schema fills in or transforms have other types.
  return standardSchemaResolver(schema) as unknown as Resolver<Fields>
}

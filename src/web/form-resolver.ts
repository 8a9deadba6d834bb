import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/**
 * Makes a form check its fields with a shape. The form's fields have the types of the shape's output; a shape may check
 * fewer fields than the form has.
 */
export function formResolver<Fields extends FieldValues>(
  shape: z.ZodMiniType<Partial<Fields>, FieldValues>,
): Resolver<Fields> {
  // The library types fields by the shape's input, where values that the shape fills in or transforms have other types.
  return standardSchemaResolver(shape) as unknown as Resolver<Fields>
}

import * as z from 'zod/mini'
import type { Contract, Schema } from '#shared/contract.ts'
import { ErrorBody } from '#shared/errors.ts'
import type { Route } from './routes.ts'

/** Builds the OpenAPI 3.1 document from the contracts. Its schema language is JSON Schema 2020-12, which zod generates. */
export function openApiDocument(routes: readonly Route[], title: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const hasBody = !isEmpty(endpoint.body)
    const content = endpoint.upload ? FILE : hasBody && json(schemaOf(endpoint.body, 'input'))
    paths[path][endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      'x-access': endpoint.access,
      'x-refusals': endpoint.refusals,
      parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
      ...(content && { requestBody: { required: true, content } }),
      responses: {
        [endpoint.status]: {
          description: 'Success',
          ...(endpoint.status !== 204 && { content: contentOf(endpoint) }),
        },
        default: { description: 'A refusal or an error', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    }
  }
  return {
    openapi: '3.1.1',
    info: { title, version: '1' },
    paths,
    components: { schemas: { Error: schemaOf(ErrorBody, 'output') } },
  }
}

const FILE = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
}

const contentOf = ({ file, response }: Contract) =>
  file === null ? json(schemaOf(response, 'output')) : { [file]: { schema: { type: 'string', format: 'binary' } } }

const json = (schema: unknown) => ({ 'application/json': { schema } })

function schemaOf(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

function parameters(schema: Schema, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

function isEmpty(schema: Schema): boolean {
  const { properties, type } = schemaOf(schema, 'input') as { properties?: object; type?: string }
  return type === 'object' && Object.keys(properties ?? {}).length === 0
}

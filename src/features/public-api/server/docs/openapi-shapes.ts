import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

/** A JSON schema, as far as our own description uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

interface Media {
  schema: Schema
  example?: unknown
}

export interface Answer {
  $ref?: string
  description?: string
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}

/** The description of the public API, as far as its page shows it. */
export interface ApiDescription {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    securitySchemes: { app: { flows: { authorizationCode: { scopes: Record<string, string> } } } }
  }
}

export const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ref

export const mediaOf = (content: Record<string, Media> | undefined): Media | undefined =>
  Object.values(content ?? {})[0]

/** Renders the type of a value in words, with links to the shapes that it names. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = nameOfRef(schema.$ref)
    return html`<a href="#shape-${name}">${name}</a>`
  }
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts) return joined(parts.map(typeOf), schema.allOf ? ' with ' : ' or ')
  if (schema.enum) return joined(schema.enum.map(literal), ' or ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  if (schema.type === 'object' && schema.properties) return html`object (${Object.keys(schema.properties).join(', ')})`
  return html`${[schema.type ?? 'any'].flat().join(' or ')}${schema.format ? html` (${schema.format})` : ''}`
}

const literal = (value: unknown) => html`<code>${JSON.stringify(value)}</code>`

const joined = (parts: Html[], by: string): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${by}${part}`))}`

/** Returns the description of a value and its limits as one line. */
export function notesOf(schema: Schema): string {
  const [first] = schema.anyOf ?? []
  const { minimum, maximum, minLength, maxLength, maxItems } = first ? { ...first, ...schema } : schema
  return [
    schema.description ?? first?.description,
    range('', minimum, maximum),
    range(' characters', minLength, maxLength),
    range(' items', undefined, maxItems),
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join('. ')
}

function range(unit: string, least: number | undefined, most: number | undefined): string | null {
  if (least === undefined && most === undefined) return null
  if (least === undefined) return `At most ${most}${unit}`
  return most === undefined ? `At least ${least}${unit}` : `${least} to ${most}${unit}`
}

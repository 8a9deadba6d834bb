import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#shared/contract.ts'
import { type Member, signUp } from './support/members.ts'
import { type Answer, useTestApp } from './support/test-app.ts'

// Sends every wrong kind of value for every field of every endpoint. Messages for people are our own, never those of
// the validation library.

const world = useTestApp()

const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(70_000),
  'not-it',
  -1,
  1e300,
  1.5,
  true,
  {},
  [],
  [null],
  ['x', 7, {}],
  Array(2000).fill('igdb_1'),
]

/** How zod's own messages begin, with and without its English locale. */
const OF_THE_LIBRARY =
  /^invalid (input|option|string|number|key|value|element|discriminator|email|uu?id|iso|url|regex|[a-z]+ address$)|^too (big|small)|unrecognized key|expected|received|must match pattern/i

let admin: Member
beforeAll(async () => {
  admin = await signUp(world, { becomeAdmin: true })
})

function fieldsOf(schema: Schema): string[] {
  const { properties, anyOf, oneOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
    oneOf?: { properties?: object }[]
  }
  return [
    ...new Set(
      [{ properties }, ...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one) => Object.keys(one.properties ?? {})),
    ),
  ]
}

function sentencesOf({ body }: Answer): string[] {
  const { error, details } = body as { error: string; details?: Record<string, unknown> }
  return [error, ...Object.values(details ?? {}).filter((value) => typeof value === 'string')]
}

test('no refusal of a wrong field contains the words of the validation library', { timeout: 120_000 }, async () => {
  const wrongWords = new Map<string, string>()
  let refused = 0
  const note = (what: string, answer: Answer) => {
    expect([what, answer.status < 500 || answer.status === 503]).toEqual([what, true])
    if (answer.status !== 400) return
    refused += 1
    for (const sentence of sentencesOf(answer))
      if (OF_THE_LIBRARY.test(sentence) || !/^[A-Z0-9“'].{3,}/.test(sentence))
        wrongWords.set(`${what}: ${sentence}`, what)
  }
  for (const { endpoint } of world.routes.filter(({ endpoint: { scope } }) => scope === null)) {
    const { method, path, upload } = endpoint
    const address = path.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000')
    const [inQuery, inBody] = [fieldsOf(endpoint.query), upload ? [] : fieldsOf(endpoint.body)]
    if (inQuery.length > 0)
      for (const wrong of ['', 'not-it', '-1', '1.5', 'x'.repeat(5000), 'a,b,'.repeat(500)])
        note(
          `${method} ${path} ?`,
          await admin.get(
            `${address}?${new URLSearchParams(Object.fromEntries(inQuery.map((name) => [name, wrong])))}`,
          ),
        )
    if (/:\w/.test(path)) note(`${method} ${path} :`, await admin.get(path.replace(/:\w+/g, '%20')))
    if (inBody.length === 0) continue
    const send = admin[method.toLowerCase() as 'post']
    for (const wrong of WRONG)
      note(
        `${method} ${path} ${JSON.stringify(wrong)?.slice(0, 20)}`,
        await send(address, Object.fromEntries(inBody.map((name) => [name, wrong]))),
      )
    for (const whole of ['7', '"text"', '[]', 'null']) note(`${method} ${path} ${whole}`, await send(address, whole))
  }
  expect(refused).toBeGreaterThan(500)
  expect([...wrongWords.keys()]).toEqual([])
})

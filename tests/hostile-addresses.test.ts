import { resolve } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { type Member, signUp } from './support/members.ts'
import { PAGE_ENTRIES } from './support/page-entries.ts'
import { useTestApp } from './support/test-app.ts'

let bundle: PageBundle & { render: PageRenderer['render'] }
const world = useTestApp({}, { pages: { keyOf: (url) => bundle.keyOf(url), render: (input) => bundle.render(input) } })
const paths = PAGE_ENTRIES.map(({ path }) => path).filter((path) => path.includes(':'))
let member: Member
beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => ({ head: '' })) }
  member = await signUp(world)
})

afterEach(() => void vi.restoreAllMocks())

/** The name of a member of every object, a text that is not UTF-8, ids that are none, and one that no header can have. */
const PARTS = ['constructor', '%ED%A0%80', '%00', '-1', '%F0%9F%98%80']

test.each(PARTS)('no page fails for an address with the part %s', async (part) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(paths.length).toBeGreaterThan(10)
  // Each part of an address in turn, with the pages that its first words choose between.
  const addresses = paths.flatMap((path) => [
    path.replace(/:\w+\??/g, part),
    path.replace(/:\w+\??/, 'thread').replace(/:\w+\??/g, part),
    path.replace(/:\w+\??/g, part).replace(/\/[^/]*$/, '/edit'),
  ])
  for (const address of new Set(addresses)) {
    const { status } = await member.get(`${address}?page=${part}&sort=${part}&tab=${part}&post=${part}`, {
      accept: 'text/html',
    })
    expect([address.slice(0, 200), status < 500]).toEqual([address.slice(0, 200), true])
  }
  expect(warn).not.toHaveBeenCalled()
})

test('an address that is not UTF-8 has no page, and the log no line', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const address of ['/%ED%A0%80', '/game/%ED%A0%80', '/info/%E0', '/u/%', '/forum/thread/%FF']) {
    const { status } = await member.get(address, { accept: 'text/html' })
    expect([address, status]).toEqual([address, 404])
  }
  expect(warn).not.toHaveBeenCalled()
})

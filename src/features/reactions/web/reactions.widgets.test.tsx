// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { subjectRef } from '#shared/subject.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { EmojiCount } from '../reactions.rules.ts'
import { ReactionBar } from './reactions.widgets.tsx'

const ONE = '01900000-0000-7000-8000-000000000010'
const TWO = '01900000-0000-7000-8000-000000000011'
const pathOf = (id: string) => `POST /api/activities/${id}/reactions`
const { answers, bodies, sent } = fakeServer()

/** The responses that the test gives, in the order in which the requests arrived. */
let waiting: ReturnType<typeof delayed>[]
beforeEach(() => {
  waiting = []
  for (const id of [ONE, TWO])
    answers[pathOf(id)] = () => {
      const one = delayed()
      waiting.push(one)
      return one.answer()
    }
})
const give = async (at: number, response: Response) => {
  await waitFor(() => expect(waiting).toHaveLength(at + 1))
  await waiting[at]?.give(response)
}
const stored = (...reactions: EmojiCount[]) => json(200, { reaction: null, reactions })

const NOBODY: EmojiCount[] = [
  { emoji: '👍', count: 2, mine: false },
  { emoji: '🏆', count: 1, mine: false },
]
function Bar({ id }: { id: string }) {
  const [reactions, setReactions] = useState(NOBODY)
  const target = useMemo(() => ({ cancelReads: async () => {}, apply: setReactions }), [])
  return (
    <section aria-label={id}>
      <ReactionBar subject={subjectRef(ACTIVITY, id)} reactions={reactions} target={target} />
    </section>
  )
}
const bar = (id: string) => within(screen.getByRole('region', { name: id }))
const chips = (id = ONE) =>
  bar(id)
    .getAllByRole('button')
    .filter((one) => one.hasAttribute('aria-pressed'))
    .map((one) => `${one.getAttribute('aria-label')}${one.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`)
const open = () => {
  const { user } = showPage(
    <>
      <Bar id={ONE} />
      <Bar id={TWO} />
    </>,
  )
  return async (name: RegExp, id = ONE) => user.click(bar(id).getByRole('button', { name }))
}

describe('choices in quick succession', () => {
  test('are sent one after the other, and the last one stays on screen', async () => {
    const choose = open()
    await choose(/^Thumbs up/)
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 3 *', 'Trophy, 1']))
    await choose(/^Trophy/)
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 2', 'Trophy, 2 *']))
    expect(bodies(pathOf(ONE))).toEqual([{ emoji: '👍' }])
    await give(0, stored({ emoji: '👍', count: 3, mine: true }, { emoji: '🏆', count: 1, mine: false }))
    await waitFor(() => expect(bodies(pathOf(ONE))).toEqual([{ emoji: '👍' }, { emoji: '🏆' }]))
    expect(chips()).toEqual(['Thumbs up, 2', 'Trophy, 2 *'])
    // Another member has reacted meanwhile.
    await give(1, stored({ emoji: '👍', count: 5, mine: false }, { emoji: '🏆', count: 2, mine: true }))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 5', 'Trophy, 2 *']))
  })

  test('do not wait for those of another subject', async () => {
    const choose = open()
    await choose(/^Thumbs up/)
    await choose(/^Trophy/, TWO)
    await waitFor(() => expect(sent(pathOf(TWO))).toHaveLength(1))
    await give(1, stored({ emoji: '🏆', count: 2, mine: true }))
    await waitFor(() => expect(chips(TWO)).toEqual(['Trophy, 2 *']))
    expect(chips()).toEqual(['Thumbs up, 3 *', 'Trophy, 1'])
  })

  test('that all fail leave what the server has', async () => {
    const choose = open()
    await choose(/^Thumbs up/)
    await choose(/^Trophy/)
    await give(0, declined(500, 'Something broke'))
    await give(1, declined(500, 'Something broke'))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 2', 'Trophy, 1']))
    expect(lastToast()?.title).toBe('Failed to update reaction')
  })

  test('of which the last fails leave the answer to the one before', async () => {
    const choose = open()
    await choose(/^Thumbs up/)
    await choose(/^Trophy/)
    await give(0, stored({ emoji: '👍', count: 4, mine: true }, { emoji: '🏆', count: 1, mine: false }))
    await give(1, declined(500, 'Something broke'))
    await waitFor(() => expect(chips()).toEqual(['Thumbs up, 4 *', 'Trophy, 1']))
  })
})

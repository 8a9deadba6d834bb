// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { Mute } from '../mutes.contract.ts'
import { MutedList } from './muted-list.tsx'

const LIST = 'GET /api/mutes'
const CREATE = 'POST /api/mutes'
const JUNO = '01900000-0000-7000-8000-000000000002' as UserId

const { answers, sent, bodies } = fakeServer()

const idOf = (at: number) => `01900000-0000-7000-8000-00000000010${at}`
const NOTHING = { member: null, game: null, tag: null, word: null, feed_kind: null, ends_at: null }
const mute = (at: number, of: Partial<Mute>): Mute => ({
  ...{ id: idOf(at), kind: 'word', ...NOTHING, created_at: '2026-11-20T12:00:00.000Z' },
  ...of,
})
const member = { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null } as Mute['member']
const SPOILERS = mute(1, { word: 'spoilers' })
const OF_JUNO = mute(2, { kind: 'member', member, ends_at: '2026-12-05T12:00:00.000Z' })
const ENDING_OF_JUNO = `DELETE /api/mutes/${idOf(2)}`
const list = (data: readonly Mute[], nextCursor: string | null = null) => json(200, { data, nextCursor })
const rows = () =>
  screen.queryAllByRole('listitem').map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent))

describe('the list of what is muted', () => {
  test('names each mute with its end, also one of a member or game that is gone', async () => {
    answers[LIST] = () =>
      list([
        SPOILERS,
        OF_JUNO,
        mute(3, { kind: 'member' }),
        mute(4, { kind: 'game' }),
        mute(5, { kind: 'genre', tag: { id: 12, name: 'Role-playing (RPG)' } }),
        mute(6, { kind: 'feed', feed_kind: 'reviews', member }),
        mute(7, { kind: 'feed', feed_kind: 'other' }),
      ])
    showPage(<MutedList />)
    await screen.findByText('Juno')
    expect(rows()).toEqual([
      ['The word “spoilers”', 'for good'],
      ['Juno', 'until Dec 5, 2026'],
      ['A member who is no longer here', 'for good'],
      ['A game that is no longer here', 'for good'],
      ['All of Role-playing', 'for good'],
      ['Reviews by Juno', 'for good'],
      ['Badges, challenges and the like by everybody', 'for good'],
    ])
  })

  test('says when it is empty, and still mutes words', async () => {
    answers[LIST] = () => list([])
    showPage(<MutedList />)
    expect(await screen.findByText('You have muted nothing.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Mute the word' })).toBeDefined()
  })

  test('says that the mutes are still in place when it could not be loaded, and reads it again on request', async () => {
    answers[LIST] = () => declined(400, 'Not now')
    const { user } = showPage(<MutedList />)
    expect((await screen.findByRole('alert')).textContent).toContain('Your mutes are still in place.')
    expect(screen.queryByText('You have muted nothing.')).toBeNull()
    answers[LIST] = () => list([SPOILERS])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The word “spoilers”')).toBeDefined()
  })

  test('continues on request', async () => {
    answers[LIST] = ({ query }) => (query.cursor === 'c1' ? list([OF_JUNO]) : list([SPOILERS], 'c1'))
    const { user } = showPage(<MutedList />)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Juno')).toBeDefined()
    expect(rows()).toHaveLength(2)
  })
})

describe('an unmute', () => {
  test('takes the row away, and its undo mutes the same until the same time', async () => {
    let data = [OF_JUNO]
    answers[LIST] = () => list(data)
    answers[ENDING_OF_JUNO] = () => {
      data = []
      return json(204)
    }
    answers[CREATE] = () => {
      data = [OF_JUNO]
      return json(201, OF_JUNO)
    }
    const { user } = showPage(<MutedList />)
    await user.click(await screen.findByRole('button', { name: 'Unmute Juno' }))
    expect(await screen.findByText('You have muted nothing.')).toBeDefined()
    expect(lastToast()?.title).toBe('No longer muted: Juno')
    lastToast()?.undo?.()
    expect(await screen.findByText('Juno')).toBeDefined()
    expect(bodies(CREATE)).toEqual([{ kind: 'member', member_id: JUNO, until: OF_JUNO.ends_at }])
  })

  test('of a game that is gone cannot be undone', async () => {
    let data = [mute(4, { kind: 'game' })]
    answers[LIST] = () => list(data)
    answers[`DELETE /api/mutes/${idOf(4)}`] = () => {
      data = []
      return json(204)
    }
    const { user } = showPage(<MutedList />)
    await user.click(await screen.findByRole('button', { name: 'Unmute A game that is no longer here' }))
    await waitFor(() => expect(lastToast()?.title).toBe('No longer muted: A game that is no longer here'))
    expect(lastToast()?.undo).toBeUndefined()
  })

  test('that fails says that it is still muted, and the row stays', async () => {
    answers[LIST] = () => list([OF_JUNO])
    answers[ENDING_OF_JUNO] = () => declined(400, 'Not now')
    const { user } = showPage(<MutedList />)
    await user.click(await screen.findByRole('button', { name: 'Unmute Juno' }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'It is still muted', description: 'Not now', tone: 'danger' }),
    )
    expect(rows()).toHaveLength(1)
  })
})

describe('the form that mutes a word', () => {
  const open = async () => {
    answers[LIST] = () => list([])
    const shown = showPage(<MutedList />)
    await screen.findByText('You have muted nothing.')
    return { ...shown, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'A word' }) }
  }
  const submit = () => screen.getByRole('button', { name: 'Mute the word' })

  test('sends the word as it is compared with its span once, and is empty after the answer', async () => {
    const { user, field } = await open()
    const answer = delayed()
    answers[CREATE] = answer.answer
    await user.type(field, ' #Spoilers')
    await user.selectOptions(screen.getByRole('combobox', { name: 'For how long' }), 'A week')
    await user.click(submit())
    await user.click(submit())
    expect(bodies(CREATE)).toEqual([{ kind: 'word', word: 'spoilers', until: 'week' }])
    expect(field.value).toBe(' #Spoilers')
    answers[LIST] = () => list([SPOILERS])
    await answer.give(json(201, SPOILERS))
    expect(await screen.findByRole('button', { name: 'Unmute The word “spoilers”' })).toBeDefined()
    expect(lastToast()?.title).toBe('Muted: The word “spoilers”')
    expect(field.value).toBe('')
  })

  test('says what is no word, sends nothing, and leads back to the field', async () => {
    const { user, field } = await open()
    await user.type(field, 'two words')
    await user.click(submit())
    expect(await screen.findByText('One word of 2 to 40 letters and digits')).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('combobox', { name: 'For how long' }).getAttribute('aria-invalid')).toBe('false')
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('two words')
    expect(sent(CREATE)).toEqual([])
  })

  test('still has the word when muting it failed, with the reason', async () => {
    const { user, field } = await open()
    answers[CREATE] = () => declined(409, 'You have muted 1,000 things. Unmute some first.')
    await user.type(field, 'spoilers{Enter}')
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Nothing was muted',
        description: 'You have muted 1,000 things. Unmute some first.',
        tone: 'danger',
      }),
    )
    expect(field.value).toBe('spoilers')
  })
})

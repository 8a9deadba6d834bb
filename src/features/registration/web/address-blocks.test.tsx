// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { AddressBlocks } from './address-blocks.tsx'

const LIST = 'GET /api/admin/address-blocks'
const BLOCK = 'POST /api/admin/address-blocks'
const ID = '01900000-0000-7000-8000-00000000000a'
const REMOVE = `DELETE /api/admin/address-blocks/${ID}`
const { answers, sent, bodies } = fakeServer()

const block = (more: object = {}) => ({
  id: ID,
  network: '203.0.113.0/24',
  is_closed: false,
  note: 'A hundred accounts a day',
  created_at: '2026-11-01T10:00:00.000Z',
  ends_at: null,
  ...more,
})
const list = (blocks: readonly object[]) => json(200, { blocks, nextCursor: null })

describe('the list', () => {
  test('shows that it loads, then each network with what it refuses, why and until when', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    showPage(<AddressBlocks />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    const closed = { id: ID.replace(/a$/, 'b'), network: '2001:db8::/32', is_closed: true }
    await reading.give(list([block(), block({ ...closed, ends_at: '2020-01-01T00:00:00.000Z' })]))
    const rows = within(await screen.findByRole('list', { name: 'Address blocks' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(
      /^203\.0\.113\.0\/24No sign-up · since .*, without an endA hundred accounts a day/,
    )
    expect(rows[1]?.textContent).toMatch(/No sign-up, no sign-in, nothing from visitors · .*, ended on .*2020/)
  })

  test('says when there is none, and when it could not be loaded', async () => {
    answers[LIST] = () => declined(400, 'Broken')
    const { user } = showPage(<AddressBlocks />)
    expect((await screen.findByRole('alert')).textContent).toContain('The blocked networks could not be loaded.')
    answers[LIST] = () => list([])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'No blocked networks' })).toBeDefined()
  })

  test('removes a block after a confirmation', async () => {
    answers[LIST] = () => list([block()])
    answers[REMOVE] = () => json(200, { success: true })
    const { user } = showPage(<AddressBlocks />)
    await user.click(await screen.findByRole('button', { name: 'Remove: 203.0.113.0/24' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the block of 203.0.113.0/24?' }))
    expect(sent(REMOVE)).toEqual([])
    answers[LIST] = () => list([])
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByRole('heading', { name: 'No blocked networks' })).toBeDefined()
    expect(lastToast()?.title).toBe('Removed')
  })
})

describe('a new block', () => {
  async function open() {
    answers[LIST] = () => list([])
    const { user } = showPage(<AddressBlocks />)
    await user.click(await screen.findByRole('button', { name: 'Block a network' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Block a network' }))
    return { user, dialog }
  }

  test('is sent with its note and the last instant of its day', async () => {
    answers[BLOCK] = () => json(201, block())
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('textbox', { name: 'Address or network' }), '203.0.113.0/24')
    await user.click(dialog.getByRole('checkbox', { name: /^No sign-in either/ }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Spam')
    await user.type(dialog.getByLabelText('Until'), '2030-05-01')
    answers[LIST] = () => list([block()])
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    await waitFor(() =>
      expect(bodies(BLOCK)).toEqual([
        { network: '203.0.113.0/24', is_closed: true, note: 'Spam', ends_at: '2030-05-01T23:59:59.999Z' },
      ]),
    )
    expect(await screen.findByText('203.0.113.0/24')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is refused keeps the dialog, with the reason at its field', async () => {
    const sentence = 'Your own address is in this network'
    answers[BLOCK] = () => json(400, { error: sentence, code: 'validation_failed', details: { network: sentence } })
    const { user, dialog } = await open()
    const network = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Address or network' })
    await user.type(network, '198.51.100.0/24')
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    expect(await dialog.findByText(sentence)).toBeDefined()
    expect(network.value).toBe('198.51.100.0/24')
    expect(bodies(BLOCK)).toEqual([{ network: '198.51.100.0/24', is_closed: false, note: '', ends_at: null }])
  })
})

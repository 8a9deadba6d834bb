// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import type { InfoPage } from '../info.contract.ts'
import { Faq } from './faq.tsx'

fakeServer()

const PAGE: InfoPage = {
  name: 'faq',
  title: 'Questions',
  updated: '2026-11-23',
  introduction: '',
  sections: [
    { id: 'hours', title: 'How are hours counted?', html: '<p>You <strong>log</strong> them.</p>' },
    {
      id: 'delete',
      title: 'How do I delete my account?',
      html: '<p>In the settings, &quot;Data &amp; Privacy&quot;.</p>',
    },
  ],
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the search looks into questions and answers, all words, without markup', async () => {
  const user = userEvent.setup()
  showPage(<Faq page={PAGE} />, { at: '/info/faq' })
  expect(titles()).toHaveLength(2)
  const search = screen.getByLabelText('Search the questions')
  await user.type(search, 'LOG hours')
  expect(titles()).toEqual(['How are hours counted?'])
  screen.getByText('1 question')
  await user.clear(search)
  await user.type(search, 'strong')
  screen.getByText(/No question contains “strong”/)
  await user.clear(search)
  await user.type(search, '"data & privacy"')
  expect(titles()).toEqual(['How do I delete my account?'])
  await user.clear(search)
  await user.type(search, 'amp')
  screen.getByText(/No question contains “amp”/)
})

test.each(['#%', '#%E0%A4%A', '#nothing'])('an address with %s, which names no question, opens none', (hash) => {
  window.location.hash = hash
  showPage(<Faq page={PAGE} />, { at: '/info/faq' })
  expect(titles()).toHaveLength(2)
  expect(document.querySelector('details[open]')).toBeNull()
})

test('the question that the address names is open', () => {
  Element.prototype.scrollIntoView = () => {}
  window.location.hash = '#delete'
  showPage(<Faq page={PAGE} />, { at: '/info/faq' })
  expect(document.querySelector('details[open]')?.id).toBe('delete')
})

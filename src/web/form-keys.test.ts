// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

// `tests/browser/each-file.ts` connects the keys.

const onSubmit = vi.fn((event: Event) => event.preventDefault())
document.addEventListener('submit', onSubmit)

function page(html: string): HTMLElement {
  document.body.innerHTML = html
  return document.body
}
const press = (target: Element, keys: object = { ctrlKey: true }) =>
  fireEvent.keyDown(target, { key: 'Enter', ...keys })
const sent = () => onSubmit.mock.calls.map(([{ target }]) => (target as HTMLElement).id)

afterEach(() => {
  document.body.innerHTML = ''
  onSubmit.mockClear()
})

test('Ctrl or Cmd with Enter sends the form with the focus [R-AUTH-16]', () => {
  const field = page('<form id="a"><textarea></textarea><button>Save</button></form>').querySelector('textarea')!
  press(field, {})
  expect(sent()).toEqual([])
  press(field)
  press(field, { metaKey: true })
  expect(sent()).toEqual(['a', 'a'])
})

test('a form whose button is disabled or missing is not sent', () => {
  for (const button of ['<button disabled>Saving…</button>', '<button type="button">Cancel</button>', ''])
    press(page(`<form id="a"><input>${button}</form>`).querySelector('input')!)
  expect(sent()).toEqual([])
})

test('without a focus the only form that is sent by POST is meant', () => {
  const get = '<form id="search"><button>Search</button></form>'
  const post = (id: string) => `<form id="${id}" method="post"><button>Sign In</button></form>`
  press(page(get + post('a')))
  expect(sent()).toEqual(['a'])
  press(page(get + post('a') + post('b')))
  expect(sent()).toEqual(['a'])
})

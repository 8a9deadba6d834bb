// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NumberedName } from './numbered-name.tsx'

afterEach(cleanup)

test.each([
  ['The Witcher 3: Wild Hunt', 'Witcher 3:'],
  ['Final Fantasy VII Remake', 'Fantasy VII'],
  ['Portal 2', 'Portal 2'],
  ['Cyberpunk 2077', undefined],
  ['Tunic', undefined],
  ['2048', undefined],
  ['Rechtsschutzversicherung 2', undefined],
  ['Sid Meier’s Civilization V6X', undefined],
])('of %j the words %j stay in one line, and the text stays', (name, together) => {
  const { container } = render(<NumberedName name={name} />)
  expect(container.textContent).toBe(name)
  expect(container.querySelector('.whitespace-nowrap')?.textContent).toBe(together)
})

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { lazyHydrated } from './lazy-hydration.tsx'
import { contributionsTo, defineSlot, fill, installContributions, publish, SlotContent } from './slots.tsx'

const greetings = defineSlot<ComponentType<{ name: string }>>('test.greetings')
const gameAdded = defineSlot<(game: string, hours: number) => string>('test.gameAdded')

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>
const Bye = ({ name }: { name: string }) => <p>Bye {name}</p>
const install = (...contributions: Parameters<typeof installContributions>[0]) =>
  onTestFinished(installContributions(contributions))

afterEach(cleanup)

test('a slot of components renders all of them with its props, in the order in which they are listed', () => {
  install(fill(greetings, Hello), fill(greetings, Bye))
  render(<SlotContent slot={greetings} name="Ada" />)
  expect(screen.getAllByText(/Ada/).map((one) => one.textContent)).toEqual(['Hello Ada', 'Bye Ada'])
})

test('a slot that no feature fills renders nothing and calls no handler', () => {
  const { container } = render(<SlotContent slot={greetings} name="Ada" />)
  expect(container.innerHTML).toBe('')
  expect(publish(gameAdded, 'Doom', 1)).toEqual([])
  expect(contributionsTo(greetings)).toEqual([])
})

test('an event is published to every handler, and the publisher gets their results', () => {
  install(
    fill(gameAdded, (game, hours) => `${game}: ${hours} h`),
    fill(greetings, Hello),
    fill(gameAdded, (game) => `${game} again`),
  )
  expect(publish(gameAdded, 'Doom', 3)).toEqual(['Doom: 3 h', 'Doom again'])
})

test('the server renders the content of a slot', () => {
  install(fill(greetings, Hello))
  expect(renderToString(<SlotContent slot={greetings} name="Ada" />)).toBe('<p>Hello <!-- -->Ada</p>')
})

test('a contribution may load its code when it is first rendered', async () => {
  const code = Promise.withResolvers<{ Hello: typeof Hello }>()
  install(
    fill(
      greetings,
      lazyHydrated(() => code.promise, 'Hello', <p>Loading</p>),
    ),
  )
  render(
    <Suspense>
      <SlotContent slot={greetings} name="Ada" />
    </Suspense>,
  )
  expect(screen.getByText('Loading')).toBeDefined()
  code.resolve({ Hello })
  expect(await screen.findByText('Hello Ada')).toBeDefined()
})

test('installing contributions replaces the earlier ones until they are restored', () => {
  const restore = installContributions([fill(greetings, Hello)])
  const restoreFirst = installContributions([fill(greetings, Bye)])
  expect(contributionsTo(greetings)).toEqual([Bye])
  restoreFirst()
  expect(contributionsTo(greetings)).toEqual([Hello])
  restore()
  expect(contributionsTo(greetings)).toEqual([])
})

test('only a value of the right type fills a slot', () => {
  // @ts-expect-error a greeting needs a name
  fill(greetings, ({ nickname }: { nickname: string }) => <p>{nickname}</p>)
  // @ts-expect-error the hours are a number
  fill(gameAdded, (_game: string, hours: string) => hours)
  // @ts-expect-error the event has two arguments
  publish(gameAdded, 'Doom')
  // @ts-expect-error the name is missing
  const greeting = <SlotContent slot={greetings} />
  expect(greeting).toBeDefined()
})

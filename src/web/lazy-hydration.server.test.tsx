// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { awaitServerLoads, lazyHydrated } from './lazy-hydration.tsx'

test('the server renders a part and the parts inside it at once, without a placeholder', async () => {
  const Part = lazyHydrated<{ name: string }>(
    async () => {
      const Inner = lazyHydrated<{ name: string }>(
        async () =>
          ({ name }) => <b>{name}</b>,
        <i>Loading</i>,
      )
      return ({ name }) => (
        <p>
          <Inner name={name} />
        </p>
      )
    },
    <i>Loading</i>,
  )
  await awaitServerLoads()
  expect(renderToString(<Part name="Here" />)).toBe('<!--$--><p><!--$--><b>Here</b><!--/$--></p><!--/$-->')
})

// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyHydrated, loadParts } from './lazy-hydration.tsx'

test('the server renders a part and the parts inside it at once, without a placeholder', async () => {
  const Part = lazyHydrated(
    async () => {
      const Inner = lazyHydrated(
        async () => ({ Name: ({ name }: { name: string }) => <b>{name}</b> }),
        'Name',
        <i>Loading</i>,
      )
      return {
        Outer: ({ name }: { name: string }) => (
          <p>
            <Inner name={name} />
          </p>
        ),
      }
    },
    'Outer',
    <i>Loading</i>,
  )
  await loadParts()
  expect(renderToString(<Part name="Here" />)).toBe('<!--$--><p><!--$--><b>Here</b><!--/$--></p><!--/$-->')
})

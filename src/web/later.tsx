import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'

/** What the server must have loaded before it renders its first page; ssr.tsx waits for it. */
export const loadedOnServer: Promise<unknown>[] = []

/**
 * A part of a page that the server renders at once and the browser brings to life a moment later: its code is no part of
 * the first JavaScript, and until it has arrived the server's HTML stays as it came. Give it props that stay the same:
 * React throws away what the server sent when other props come before the code does. `placeholder` takes its room where a page is
 * opened in the browser before the code is there.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const Part = lazy(
    import.meta.env.SSR ? atOnce(load) : () => reached(load).then((Component) => ({ default: Component })),
  )
  function Later(props: P) {
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    )
  }
  return memo(Later) as unknown as ComponentType<P>
}

/** Code that cannot be fetched without a network is fetched when it is back; nothing breaks for want of it. */
export async function reached<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return reached(load)
  }
}

/** `lazy` asks for a promise; one that calls back at once makes it render in one go. */
function atOnce<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  loadedOnServer.push(
    load().then((Component) => {
      loaded = Component
    }),
  )
  return () => {
    const done = { default: loaded as ComponentType<P> }
    // biome-ignore lint/suspicious/noThenProperty: see above
    return { then: (tell: (module: typeof done) => void) => tell(done) } as unknown as Promise<typeof done>
  }
}

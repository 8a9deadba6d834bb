import { type ComponentType, lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { isOffline } from './network/device.ts'

const serverLoads: Promise<unknown>[] = []

/** The server calls this before it renders its first page, because it cannot wait while it renders. */
export async function awaitServerLoads(): Promise<void> {
  // A loaded module may add loads of its own; the loop awaits those too.
  for (const load of serverLoads) await load
}

/** `preload` loads the code, so that a page that the browser renders later shows the component without a placeholder. */
export type LazyComponent<P> = ComponentType<P> & { preload: () => Promise<unknown> }

/**
 * Makes a component that the server renders at once and that the browser hydrates lazily: its code is not part of the
 * first JavaScript, and React keeps the server's HTML until the code has arrived. Pass it props that stay the same:
 * React discards the server's HTML when the props change before the code arrives. The browser shows `placeholder` until
 * the code arrives, if there is no HTML from the server.
 */
export function lazyHydrated<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): LazyComponent<P> {
  const { Component, preload } = import.meta.env.SSR ? loadedForServer(load) : lazyInBrowser(load)
  function LazyHydrated(props: P) {
    return (
      <Suspense fallback={placeholder}>
        <Component {...props} />
      </Suspense>
    )
  }
  return Object.assign(memo(LazyHydrated), { preload }) as unknown as LazyComponent<P>
}

interface Loading<P> {
  Component: ComponentType<P>
  preload: () => Promise<unknown>
}

function lazyInBrowser<P extends object>(load: () => Promise<ComponentType<P>>): Loading<P> {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    Loaded = await loadWhenOnline(load)
    return { default: Loaded }
  }
  const Lazy = lazy(preload)
  function LazyInBrowser(props: P) {
    // Not `lazy` once the code is there: React would show the placeholder for a third of a second.
    const [Component] = useState(() => Loaded ?? (Lazy as unknown as ComponentType<P>))
    return <Component {...props} />
  }
  return { Component: LazyInBrowser, preload }
}

/**
 * Loads the code of components for a page's `load` in the browser, so that they are shown without a placeholder. Without a network
 * it waits for nothing: the code would come only when the network is back.
 */
export async function preloadAll(components: readonly Pick<LazyComponent<never>, 'preload'>[]): Promise<void> {
  if (import.meta.env.SSR || isOffline()) return
  await Promise.all(components.map(({ preload }) => preload().catch(() => {})))
}

/** On the server the code is loaded before the first page is rendered, so it is an ordinary component. */
function loadedForServer<P extends object>(load: () => Promise<ComponentType<P>>): Loading<P> {
  let Component: ComponentType<P>
  serverLoads.push(
    load().then((loaded) => {
      Component = loaded
    }),
  )
  function LoadedForServer(props: P) {
    return <Component {...props} />
  }
  return { Component: LoadedForServer, preload: load }
}

/** Loads code. If that fails because there is no network, it waits for the network and tries again. */
export async function loadWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return loadWhenOnline(load)
  }
}

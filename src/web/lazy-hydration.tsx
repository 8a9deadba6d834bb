import { type ComponentType, type FunctionComponent, lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { loadCode } from './load-code.ts'
import { isOffline } from './network/device.ts'

type Props<Module, Name extends keyof Module> = Module[Name] extends ComponentType<infer P> ? P : never

/** The loads of parts that modules have declared and that have not ended. */
const declared = new Set<() => Promise<unknown>>()

/**
 * Loads the code of every part that the loaded modules declare, and of the parts inside these. The server calls this before it
 * renders its first page, because it cannot wait while it renders. The browser calls it before it shows another page, so that
 * nothing moves; it does not wait for what fails, nor for a network.
 */
export async function loadParts(): Promise<void> {
  while (declared.size > 0 && !isOffline())
    // Each stays in the set until it ends: the prefetch of a link and the click on it both wait.
    await Promise.all([...declared].map((load) => load().then(() => declared.delete(load))))
}

/**
 * Makes a component of a part that stands below the fold or needs a heavy library. The server renders it at once. In the browser
 * its code is not part of the first JavaScript: React keeps the server's HTML until the code has arrived, and then hydrates it.
 * Pass it props that stay the same: React discards the server's HTML when the props change before that. Where no HTML came from
 * the server, `placeholder` is shown until the code arrives. If the code does not come, the page stays as it is.
 */
export function lazyHydrated<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  placeholder: ReactNode = null,
): FunctionComponent<Props<Module, Name>> {
  type Part = ComponentType<Props<Module, Name> & object>
  let Loaded: Part | undefined
  let loading: Promise<Module> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (module) => {
        Loaded = module[name] as Part
        return module
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  declared.add(import.meta.env.SSR ? loadOnce : () => loadOnce().catch(() => {}))
  const Lazy = lazy(() =>
    loadCode(loadOnce, name).then(
      (module) => ({ default: module[name] as Part }),
      () => new Promise<never>(() => {}),
    ),
  ) as unknown as Part
  function LazyHydrated(props: Props<Module, Name> & object) {
    // Not `lazy` once the code is there: the server cannot wait, and the browser would show the placeholder for a moment.
    const [Shown] = useState(() => Loaded ?? Lazy)
    return (
      <Suspense fallback={placeholder}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return memo(LazyHydrated) as unknown as FunctionComponent<Props<Module, Name>>
}

/** Makes a component of what opens by a press, such as a dialog: its code loads then. The server does not render it. */
export function lazyLoaded<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<Props<Module, Name>> {
  return lazy(() =>
    loadCode(load, name, 2).then((module) => ({ default: module[name] as ComponentType<object> })),
  ) as unknown as FunctionComponent<Props<Module, Name>>
}

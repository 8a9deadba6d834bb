import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, vi } from 'vitest'
import type { SubjectKind } from '#shared/subject.ts'

// Modules of the browser keep state, so each file loads ours again. The files of a worker share only libraries and a window.
vi.resetModules()

if ('document' in globalThis) {
  // Generic components look up the messages and endpoints of their subjects.
  const [{ fill, installContributions }, { subjectKinds }, { connectFormKeys }] = await Promise.all([
    import('../../src/web/slots.tsx'),
    import('../../src/web/web.slots.ts'),
    import('../../src/web/form-keys.ts'),
  ])
  const modules = await Promise.all(globSync('src/features/*/*.subject.ts').map((path) => import(resolve(path))))
  installContributions(
    modules.flatMap((kinds) => Object.values<SubjectKind>(kinds)).map((kind) => fill(subjectKinds, kind)),
  )
  const [{ configure, getConfig, prettyDOM }, { cleanup }] = await Promise.all([
    import('@testing-library/dom'),
    import('@testing-library/react'),
  ])
  // A loaded machine is slow, so waits have a longer timeout. An element that never appears still fails the test.
  // A query that waits prints the window only when it fails in the end, not at each of its attempts.
  const isAttempt = () =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
  configure({
    asyncUtilTimeout: 30_000,
    getElementError: (message, container) =>
      new Error(isAttempt() ? (message ?? '') : [message, prettyDOM(container)].join('\n\n')),
  })
  const disconnectFormKeys = connectFormKeys()
  const clearTimers = recordTimers()
  const stopListening = recordPopStateListeners()
  afterAll(() => {
    cleanup()
    clearTimers()
    disconnectFormKeys()
    stopListening()
    clearWindow()
  })
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a function that clears the timers set since: a retry of this file would be a request in the next one. */
function recordTimers(): () => void {
  const { setTimeout } = globalThis
  const timers: NodeJS.Timeout[] = []
  const recording = (...args: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...args)
    timers.push(timer)
    return timer
  }
  globalThis.setTimeout = Object.assign(recording, setTimeout)
  return () => {
    globalThis.setTimeout = setTimeout
    for (const timer of timers) clearTimeout(timer)
  }
}

/** Returns a function that ends what listens to the history since. */
function recordPopStateListeners(): () => void {
  const ended = new AbortController()
  const { addEventListener } = window
  const recording = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
    const given = typeof options === 'object' ? options : { capture: options ?? false }
    addEventListener.call(window, type, listener, type === 'popstate' ? { ...given, signal: ended.signal } : given)
  }
  window.addEventListener = recording
  return () => {
    window.addEventListener = addEventListener
    ended.abort()
  }
}

/** Leaves the window as the file found it. */
function clearWindow(): void {
  const { documentElement, head, body } = document
  for (const element of [documentElement, head, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  // biome-ignore lint/suspicious/noDocumentCookie: the window of the tests has no Cookie Store
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
  localStorage.clear()
  sessionStorage.clear()
  for (const own of Object.keys(history)) Reflect.deleteProperty(history, own)
  history.replaceState(null, '', '/')
}

import { useSyncExternalStore } from 'react'

/** A value outside of components: any code can set it, and the components that use it render again. */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  getInitial: () => Value
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getInitial: () => initial,
  }
}

/** Returns the value of the store. The server, and with it the first rendering in the browser, has the initial value. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial)
}

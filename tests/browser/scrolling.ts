import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Replaces the browser's IntersectionObserver. Returns functions that bring elements into view, and out of it, all at
 * once. A browser calls the observers in any order; this one calls the newest first.
 */
export function fakeScrolling() {
  const observers = new Set<FakeObserver>()
  const inView = new Set<Element>()
  class FakeObserver {
    readonly elements = new Set<Element>()
    readonly callback: IntersectionObserverCallback
    records: IntersectionObserverEntry[] = []
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback
      observers.add(this)
    }
    observe(element: Element) {
      this.elements.add(element)
      this.record(element)
      this.deliver()
    }
    disconnect() {
      observers.delete(this)
    }
    record(target: Element) {
      this.records.push({ target, isIntersecting: inView.has(target) } as IntersectionObserverEntry)
    }
    takeRecords() {
      const taken = this.records
      this.records = []
      return taken
    }
    deliver() {
      const taken = this.takeRecords()
      if (taken.length > 0) this.callback(taken, this as never)
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  const report = (elements: Element[]) =>
    act(() => {
      for (const observer of observers)
        for (const element of elements) if (observer.elements.has(element)) observer.record(element)
      for (const observer of [...observers].toReversed()) observer.deliver()
    })
  return {
    enter(...elements: Element[]) {
      for (const element of elements) inView.add(element)
      report(elements)
    },
    leave(...elements: Element[]) {
      for (const element of elements) inView.delete(element)
      report(elements)
    },
  }
}

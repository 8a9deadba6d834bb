import { useEffect, useEffectEvent } from 'react'

/**
 * What is open over the page: dialogs, sheets, menus and panels. Each has an entry of its own in the browser's history, so that
 * Back closes what is on top (decision 0103). Such an entry is a copy of the page's entry with the number of the layer, and the
 * router never learns of it: it sees only the page's own entries. When a layer closes otherwise, its entry is left.
 */
const layers: { onBack: () => void }[] = []

/** What the router writes into the history while the entry of a layer is the current one. It runs at the page's own entry. */
let waiting: (() => void)[] = []
/** Ends the wait for a move that this file has begun. */
let moving: ReturnType<typeof setTimeout> | null = null
/** Another navigation may cancel a move, which then has no event. A slow device needs seconds for a move that arrives. */
const MOVE_MS = 10_000

/**
 * Set while the browser leaves for another document. A move through the history would cancel that. A download, or a person who
 * stays, lets the page go on.
 */
let leaving: ReturnType<typeof setTimeout> | null = null
const LEAVE_MS = 5000

function onBeforeUnload(): void {
  if (leaving !== null) clearTimeout(leaving)
  leaving = setTimeout(() => {
    leaving = null
    settle()
  }, LEAVE_MS)
}

/** The page's entry on which the layers stand. */
let here = ''
const entry = () => `${history.state?.key} ${history.state?.idx} ${location.href}`

const heightOf = (state: { layer?: number } | null): number => state?.layer ?? 0

/** Opens a layer over the page. `onBack` is called when the person goes back. Returns a function that says that it is closed. */
function openLayer(onBack: () => void): () => void {
  connectLayers()
  const layer = { onBack }
  layers.push(layer)
  settleSoon()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settleSoon()
  }
}

let isDue = false
/** A dialog may open in the same moment in which a menu closes: the entry stays. */
function settleSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    settle()
  })
}

/** Gives every open layer an entry, and leaves the entries of those that are closed. */
function settle(): void {
  if (moving !== null || leaving !== null) return
  const height = heightOf(history.state)
  if (height > layers.length) {
    goBack(height - layers.length)
    return
  }
  for (let at = height + 1; at <= layers.length; at += 1) write('pushState', [{ ...history.state, layer: at }, ''])
  here = entry()
}

function goBack(steps: number): void {
  moving = setTimeout(arrive, MOVE_MS)
  history.go(-steps)
}

function arrive(): void {
  if (moving !== null) clearTimeout(moving)
  moving = null
  const writes = waiting
  waiting = []
  for (const each of writes) each()
  here = entry()
  settle()
}

function onPopState(event: PopStateEvent): void {
  if (moving !== null) {
    event.stopImmediatePropagation()
    arrive()
    return
  }
  // Another entry of the page is the router's.
  if (entry() !== here) here = entry()
  else {
    event.stopImmediatePropagation()
    if (heightOf(event.state) < layers.length) layers.at(-1)?.onBack()
  }
  settleSoon()
}

type Write = 'pushState' | 'replaceState'
type Written = Parameters<History[Write]>

const write = (how: Write, written: Written) => History.prototype[how].apply(history, written)

/** What the router writes belongs to the page's own entry, so that no entry of a layer is left between two pages. */
function writeAtPage(how: Write, [state, ...rest]: Written): void {
  const { layer: _layer, ...own } = state ?? {}
  const run = () => {
    write(how, [state && own, ...rest])
    here = entry()
  }
  const height = heightOf(history.state)
  if (leaving !== null || (moving === null && height === 0)) {
    run()
    return
  }
  waiting.push(run)
  if (moving === null) goBack(height)
}

let isConnected = false

/**
 * Begins to watch the history, before the router does: browsers call what listens to the window in the order of registration. A
 * reload, or a page of another document, may have left an entry of a layer, which is left now.
 */
export function connectLayers(): void {
  if (isConnected) return
  isConnected = true
  history.pushState = (...written) => writeAtPage('pushState', written)
  history.replaceState = (...written) => writeAtPage('replaceState', written)
  addEventListener('popstate', onPopState)
  addEventListener('beforeunload', onBeforeUnload)
  here = entry()
  settleSoon()
}

/** Makes an open popup or dialog a layer. */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const goBack = useEffectEvent(onBack)
  useEffect(() => (isOpen ? openLayer(() => goBack()) : undefined), [isOpen])
}

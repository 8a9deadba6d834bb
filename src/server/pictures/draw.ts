import { readFile } from 'node:fs/promises'
import type { Node, Renderer } from '@takumi-rs/core'
import { limitConcurrency } from '../concurrency.ts'
import { FAMILY, fallbacksFor, readOwn } from './typefaces.ts'

/** In pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** A drawing uses a whole core for some tens of milliseconds. */
const MAX_AT_ONCE = 1
/** Later requests would wait longer than a robot that fetches link previews. */
const MAX_WAITING = 20

const takeTurn = limitConcurrency(MAX_AT_ONCE, MAX_WAITING)
let opening: Promise<Renderer> | undefined
const registered = new Set<string>()

/** Loads the renderer with the first picture, so a server that draws none saves the memory and the time. */
function openRenderer(): Promise<Renderer> {
  opening ??= import('@takumi-rs/core').then(async ({ Renderer }) => {
    // Most pictures have other covers than the one before.
    const renderer = new Renderer({ cacheMaxBytes: 0 })
    for (const data of await readOwn()) await renderer.registerFont({ name: FAMILY, data })
    return renderer
  })
  return opening
}

/**
 * Draws a layout as PNG, outside of the event loop. The layout contains its pictures as bytes: nothing is fetched, and no
 * typeface of the system is used. Throws `QueueFullError` when too many pictures wait.
 */
export function drawPicture(layout: Node, size: PictureSize): Promise<Buffer> {
  return takeTurn(async () => {
    const renderer = await openRenderer()
    const fallbacks = await fallbacksFor(textOf(layout))
    for (const { name, file } of fallbacks) {
      if (registered.has(name)) continue
      await renderer.registerFont({ name, data: await readFile(file) })
      registered.add(name)
    }
    // Only these, in this order: earlier pictures may have registered others for the same characters.
    const fontFamilies = [FAMILY, ...fallbacks.map(({ name }) => name)]
    return renderer.render(layout, { ...size, format: 'png', fontFamilies })
  })
}

/** Returns all text of a layout, also that of the generated covers, which are SVG. */
function textOf(node: Node): string {
  if (node.type === 'text') return node.text
  if (node.type === 'container') return (node.children ?? []).map(textOf).join('')
  const { src } = node
  return src instanceof Uint8Array && src[0] === '<'.charCodeAt(0) ? Buffer.from(src).toString() : ''
}

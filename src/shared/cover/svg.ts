/** The size of a cover, and its margin. */
export const W = 300,
  H = 400,
  M = 20

export type Point = [x: number, y: number]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const esc = (s: string) => s.replace(/[&<>"']/g, (c) => ESCAPES[c] as string)

/**
 * Returns a number with at most one decimal. Whole numbers become text much faster than others, so the others are put
 * together from two of them.
 */
export function n(v: number): string {
  const tenths = Math.round(v * 10)
  const decimal = tenths % 10
  if (decimal === 0 || !Number.isSafeInteger(tenths)) return String(tenths / 10)
  return tenths < 0 ? `-${(decimal - tenths) / 10}.${-decimal}` : `${(tenths - decimal) / 10}.${decimal}`
}
export const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`
export const circ = (cx: number, cy: number, r: number, fill: string) =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}"/>`
export const ring = (cx: number, cy: number, r: number, stroke: string, sw: number) =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(sw)}"/>`
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
export function poly(pts: readonly Point[], fill: string): string {
  let d = ''
  for (const [x, y] of pts) d += `${d === '' ? 'M' : 'L'}${n(x)} ${n(y)}`
  return `<path d="${d}Z" fill="${fill}"/>`
}
export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, sw: number) =>
  `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${stroke}" stroke-width="${n(sw)}"/>`
export const view = (x: number, y: number, w: number, h: number, body: string) =>
  `<svg x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" overflow="hidden">${body}</svg>`

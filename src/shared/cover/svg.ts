/** The size of a cover, and its margin. */
export const W = 300,
  H = 400,
  M = 20

export type Point = [x: number, y: number]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const esc = (s: string) => s.replace(/[&<>"']/g, (c) => ESCAPES[c] as string)

export const n = (v: number) => String(Math.round(v * 10) / 10)
export const el = (tag: string, attrs: Record<string, string | number>) =>
  `<${tag}${Object.entries(attrs)
    .map(([k, v]) => ` ${k}="${typeof v === 'number' ? n(v) : v}"`)
    .join('')}/>`
export const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  el('rect', { x, y, width: w, height: h, fill })
export const circ = (cx: number, cy: number, r: number, fill: string) => el('circle', { cx, cy, r, fill })
export const ring = (cx: number, cy: number, r: number, stroke: string, sw: number) =>
  el('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': sw })
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
export const poly = (pts: Point[], fill: string) =>
  `<path d="M${pts.map((p) => p.map(n).join(' ')).join('L')}Z" fill="${fill}"/>`
export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, sw: number) =>
  `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${stroke}" stroke-width="${n(sw)}"/>`
export const view = (x: number, y: number, w: number, h: number, body: string) =>
  `<svg x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" overflow="hidden">${body}</svg>`

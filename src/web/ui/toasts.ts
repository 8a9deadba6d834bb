import type { Status } from './status.tsx'

export interface ToastInput {
  title: string
  description?: string
  /** Its shape stands before the title. */
  status?: Status
  tone?: 'danger'
  /** "Undo" beside it. */
  undo?: () => void
  /** Another action than Undo. */
  action?: { label: string; onClick?: () => void; href?: string }
}

export interface Toast extends ToastInput {
  id: number
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function set(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Says something, in the place of what was said before. */
export function toast(input: ToastInput): void {
  set({ ...input, id: ++lastId })
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) set(null)
}

export const toastStore = {
  get: (): Toast | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
